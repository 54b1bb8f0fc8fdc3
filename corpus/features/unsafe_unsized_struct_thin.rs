//@ no-bug
//@ source: a pointer to a struct that ends in a slice or a trait object is cast to a thin one, and back for its release

use std::alloc::{dealloc, Layout};
use std::fmt::Debug;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

#[repr(C)]
struct Block<T: ?Sized> {
    count: u32,
    value: ManuallyDrop<T>,
}

fn boxed<T>(value: T) -> *mut Block<T> {
    Box::into_raw(Box::new(Block {
        count: 1,
        value: ManuallyDrop::new(value),
    }))
}

fn release<T: ?Sized>(mut block: NonNull<Block<T>>) {
    unsafe {
        let head = block.cast::<u32>();
        assert_eq!(*head.as_ref(), 1);
        ManuallyDrop::drop(&mut block.as_mut().value);
        let layout = Layout::for_value(block.as_ref());
        dealloc(block.as_ptr().cast(), layout);
    }
}

fn main() {
    let numbers: *mut Block<[u16]> = boxed([1u16, 2, 3]);
    assert_eq!(unsafe { (&(*numbers).value).len() }, 3);
    release(NonNull::new(numbers).unwrap());
    let shown: *mut Block<dyn Debug> = boxed("shown".to_string());
    assert_eq!(format!("{:?}", unsafe { &**(&(*shown).value) }), "\"shown\"");
    release(NonNull::new(shown).unwrap());
    let bytes: *mut [u8] = Box::into_raw(vec![1u8, 2, 3, 4].into_boxed_slice());
    let number = unsafe { bytes.cast::<u32>().read_unaligned() };
    assert_eq!(number, u32::from_ne_bytes([1, 2, 3, 4]));
    drop(unsafe { Box::from_raw(bytes) });
}
