//@ no-bug
//@ source: small values kept in the bytes of a pointer, in the manner of channels that hand values over
//@ source: without a block: numbers stay what they are, whatever has been allocated
use std::cell::UnsafeCell;
use std::mem::{MaybeUninit, forget, size_of};
use std::ptr;

struct Slot<T>(UnsafeCell<MaybeUninit<*mut T>>);

unsafe impl<T: Send> Sync for Slot<T> {}

unsafe fn packed<T>(value: *const T) -> MaybeUninit<*mut T> {
    assert!(size_of::<T>() <= size_of::<usize>());
    let mut slot = MaybeUninit::uninit();
    unsafe { ptr::copy_nonoverlapping(value, slot.as_mut_ptr() as *mut T, 1) };
    slot
}

impl<T> Slot<T> {
    fn empty() -> Slot<T> {
        Slot(UnsafeCell::new(MaybeUninit::uninit()))
    }
    unsafe fn write(&self, value: T) {
        unsafe { *self.0.get() = packed(&value) };
        forget(value);
    }
    unsafe fn read(&self) -> T {
        unsafe { ptr::read(self.0.get() as *const T) }
    }
}

struct Block {
    _a: u8,
    _b: u64,
    _c: u16,
}

fn kept<T: Copy + PartialEq + std::fmt::Debug + Send>(value: T) {
    let slot = Slot::empty();
    std::thread::scope(|scope| {
        let slot = &slot;
        scope.spawn(move || unsafe { slot.write(value) });
    });
    assert_eq!(unsafe { slot.read() }, value);
}

fn main() {
    let before: Vec<Box<Block>> = (0..70).map(|n| Box::new(Block { _a: n, _b: 1, _c: 2 })).collect();
    kept(u8::MAX);
    kept(u32::MAX);
    kept(-1i32);
    kept(0xF400_0010u32);
    kept((1u16, u16::MAX));
    kept(u64::MAX);
    let sentinel = u32::MAX as usize as *const Block;
    let slot = Slot::empty();
    unsafe { slot.write(0xFFFF_FFFBu32) };
    let after: Vec<Box<Block>> = (0..70).map(|n| Box::new(Block { _a: n, _b: 1, _c: 2 })).collect();
    assert_eq!(unsafe { slot.read() }, 0xFFFF_FFFB);
    drop(before);
    assert_eq!(unsafe { slot.read() }, 0xFFFF_FFFB);
    assert_eq!(sentinel as usize, u32::MAX as usize);
    assert!(after.iter().all(|block| !ptr::eq(&**block, sentinel)));
}
