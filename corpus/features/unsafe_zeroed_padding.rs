//@ no-bug
//@ source: memory that was zeroed is zero between the fields of what stands there, too
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::mem::MaybeUninit;

#[repr(C)]
#[derive(Clone, Copy)]
struct Padded {
    small: u8,
    large: u32,
}

fn bytes<'a>(values: *const Padded, count: usize) -> &'a [u8] {
    unsafe { std::slice::from_raw_parts(values.cast(), count * size_of::<Padded>()) }
}

fn main() {
    unsafe {
        let memory = alloc_zeroed(Layout::new::<Padded>()).cast::<Padded>();
        (*memory).small = 1;
        (*memory).large = 2;
        assert_eq!(bytes(memory, 1), [1, 0, 0, 0, 2, 0, 0, 0]);

        let mut filled = MaybeUninit::<Padded>::uninit();
        filled.as_mut_ptr().write_bytes(0xFF, 1);
        (*filled.as_mut_ptr()).large = 3;
        assert_eq!(bytes(filled.as_ptr(), 1), [255, 255, 255, 255, 3, 0, 0, 0]);
        std::ptr::copy(filled.as_ptr(), memory, 1);
        assert_eq!(bytes(memory, 1), bytes(filled.as_ptr(), 1));
        dealloc(memory.cast(), Layout::new::<Padded>());

        let mut list: Vec<Padded> = Vec::with_capacity(2);
        list.as_mut_ptr().write_bytes(0, 2);
        list.set_len(2);
        list[1].small = 4;
        assert_eq!(bytes(list.as_ptr(), 2)[8..12], [4, 0, 0, 0]);

        let boxed = Box::into_raw(Box::<Padded>::new_zeroed().assume_init());
        assert_eq!(bytes(boxed, 1), [0; 8]);
        drop(Box::from_raw(boxed));
    }
}
