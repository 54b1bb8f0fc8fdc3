//@ no-bug
//@ source: pointers without provenance may be compared, computed with and kept; only what they point at is not theirs
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicPtr, Ordering::*};

fn main() {
    let numbers = [1u32, 2, 3];
    let first = numbers.as_ptr();
    let bare = ptr::without_provenance::<u32>(first.addr());
    assert!(ptr::eq(first, bare) && first == bare && !bare.is_null() && bare.is_aligned());
    assert_eq!(bare.wrapping_add(2).addr(), first.addr() + 8);
    assert_eq!(bare.wrapping_add(2), unsafe { first.add(2) });
    assert_eq!(bare.cast::<u8>().wrapping_add(2).addr(), first.addr() + 2);
    assert_eq!(bare.cast::<u16>().wrapping_sub(2).addr(), first.addr() - 4);
    assert!(first.wrapping_add(1) > bare);
    assert_eq!(unsafe { *first.with_addr(bare.addr()) }, 1);
    let address = NonNull::new(bare as *mut u32).unwrap().addr();
    assert_eq!(address.get(), first.addr());
    let nothing: &() = unsafe { &*bare.cast() };
    assert_eq!(*nothing, ());
    let owner = AtomicPtr::new(ptr::null_mut::<u32>());
    let me = bare as *mut u32;
    let taken = owner.compare_exchange(ptr::null_mut(), me, SeqCst, SeqCst);
    assert!(taken.is_ok() && owner.load(SeqCst) == first as *mut u32);
    assert_eq!(
        owner.compare_exchange(me, ptr::null_mut(), SeqCst, SeqCst),
        Ok(me)
    );
    assert_eq!(format!("{bare:p}"), format!("{first:p}"));
}
