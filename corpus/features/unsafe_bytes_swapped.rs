//@ no-bug
//@ source: elements of any type, known by their layout only, change places byte by byte

use std::alloc::{alloc, dealloc, Layout};
use std::mem::{size_of, ManuallyDrop};
use std::ptr;

unsafe fn swapped<T>(first: T, second: T) -> (T, T) {
    let size = size_of::<T>();
    let layout = Layout::from_size_align(2 * size, std::mem::align_of::<T>()).unwrap();
    let block = alloc(layout);
    for (index, value) in [first, second].into_iter().enumerate() {
        let value = ManuallyDrop::new(value);
        ptr::copy_nonoverlapping(ptr::from_ref(&value).cast(), block.add(index * size), size);
    }
    ptr::swap_nonoverlapping(block, block.add(size), size);
    let result = (block.cast::<T>().read(), block.cast::<T>().add(1).read());
    dealloc(block, layout);
    result
}

fn main() {
    unsafe {
        assert_eq!(swapped(1u32, 2), (2, 1));
        let texts = swapped(Some("a".to_string()), None);
        assert_eq!(texts, (None, Some("a".to_string())));
        assert_eq!(swapped((1u8, 2.5f64), (3, 4.5)), ((3, 4.5), (1, 2.5)));
    }
    let (mut a, mut b) = ([1u8, 2, 3], [4u8, 5, 6]);
    unsafe { ptr::swap_nonoverlapping(a.as_mut_ptr(), b.as_mut_ptr(), 2) };
    assert_eq!((a, b), ([4, 5, 3], [1, 2, 6]));
}
