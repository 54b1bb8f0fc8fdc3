//@ no-bug
//@ source: distances in bytes and addresses of `NonNull`s

use std::num::NonZero;
use std::ptr::NonNull;

fn main() {
    let mut words = [1u16, 2, 3, 4];
    let first = NonNull::from(&mut words).cast::<u16>();
    unsafe {
        let end = first.add(4);
        assert_eq!(end.byte_offset_from(first), 8);
        assert_eq!(first.byte_offset_from(end), -8);
        assert_eq!(end.byte_offset_from_unsigned(first), 8);
        assert_eq!(end.as_ptr().byte_offset_from_unsigned(first.as_ptr()), 8);
        let second = first.with_addr(NonZero::new(first.addr().get() + 2).unwrap());
        assert_eq!(second.read(), 2);
        let tagged = second.map_addr(|addr| addr | 1);
        assert_ne!(tagged, second);
        let back = tagged.map_addr(|addr| NonZero::new(addr.get() & !1).unwrap());
        assert_eq!(back.as_ref(), &2);
        first.copy_to_nonoverlapping(first.add(2), 2);
        let exposed = NonNull::<u16>::with_exposed_provenance(back.expose_provenance());
        exposed.write(9);
        let bare = NonNull::<u16>::without_provenance(back.addr());
        assert_eq!(bare, back);
    }
    assert_eq!(words, [1, 9, 1, 2]);
}
