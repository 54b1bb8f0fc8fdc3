//@ no-bug
//@ source: a vector that begins inside an enum's payload or a union and moves to memory for no type, as
//@ source: `smallvec`'s do; elements whose first field does not stand first in memory
use std::alloc::{Layout, alloc, dealloc};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr::{self, NonNull};
use std::thread;

type Row = (u8, String, u16);

enum Store<T> {
    Inline(MaybeUninit<[T; 2]>),
    Heap { ptr: NonNull<T>, len: usize },
}

union Overlaid<T> {
    inline: ManuallyDrop<MaybeUninit<[T; 2]>>,
    heap: (NonNull<T>, usize),
}

fn memory<T>(len: usize) -> NonNull<T> {
    let layout = Layout::from_size_align(len * size_of::<T>(), align_of::<T>()).unwrap();
    NonNull::new(unsafe { alloc(layout) }).unwrap().cast()
}

unsafe fn freed<T>(from: NonNull<T>, len: usize) {
    let layout = Layout::from_size_align(len * size_of::<T>(), align_of::<T>()).unwrap();
    unsafe { dealloc(from.as_ptr().cast(), layout) }
}

/// There and back again.
fn moved_enum<T>(values: [T; 2]) -> [T; 2] {
    let mut store = (7u8, 3usize, Store::Inline(MaybeUninit::new(values)));
    if let Store::Inline(values) = &mut store.2 {
        let ptr = memory::<T>(4);
        unsafe { ptr::copy_nonoverlapping(values.as_ptr() as *const T, ptr.as_ptr(), 2) };
        store.2 = Store::Heap { ptr, len: 2 };
    }
    let Store::Heap { ptr, len } = store.2 else { unreachable!() };
    store.2 = Store::Inline(MaybeUninit::uninit());
    let Store::Inline(values) = &mut store.2 else { unreachable!() };
    unsafe {
        ptr::copy_nonoverlapping(ptr.as_ptr(), values.as_mut_ptr() as *mut T, len);
        freed(ptr, 4);
        values.assume_init_read()
    }
}

fn moved_union<T>(values: [T; 2]) -> [T; 2] {
    let mut store = (7u8, Overlaid { inline: ManuallyDrop::new(MaybeUninit::new(values)) });
    unsafe {
        let ptr = memory::<T>(4);
        ptr::copy_nonoverlapping((*store.1.inline).as_ptr() as *const T, ptr.as_ptr(), 2);
        store.1.heap = (ptr, 2);
        let (ptr, len) = store.1.heap;
        store.1.inline = ManuallyDrop::new(MaybeUninit::uninit());
        ptr::copy_nonoverlapping(ptr.as_ptr(), (*store.1.inline).as_mut_ptr() as *mut T, len);
        freed(ptr, 4);
        store.1.inline.assume_init_read()
    }
}

fn both<T: Clone + PartialEq + std::fmt::Debug>(values: [T; 2]) {
    assert_eq!(moved_enum(values.clone()), values);
    assert_eq!(moved_union(values.clone()), values);
}

fn rows() -> [Row; 2] {
    [(1, "one".into(), 2), (3, "three".into(), 4)]
}

fn first_fields() {
    let ptr = memory::<Row>(2).as_ptr();
    unsafe {
        ptr::copy_nonoverlapping(ManuallyDrop::new(rows()).as_ptr(), ptr, 2);
        let second = &mut *ptr.add(1);
        let read: fn(&u8) -> u8 = |byte| *byte;
        assert_eq!((read(&second.0), second.2, (*ptr).0), (3, 4, 1));
        second.0 += 1;
        assert_eq!(*(&second.0 as *const u8 as *const i8), 4);
        let mut back = [const { (0, String::new(), 0) }; 2];
        ptr::copy_nonoverlapping(ptr, back.as_mut_ptr(), 2);
        assert_eq!(back, [(1, "one".into(), 2), (4, "three".into(), 4)]);
        freed(NonNull::new_unchecked(ptr), 2);
    }
}

fn main() {
    let numbers = thread::spawn(|| {
        both([1u8, 2]);
        both([1u16, 2]);
        both([1u32, 2]);
        both([1u64, 2]);
        both([1.5f32, 2.5]);
        both([true, false]);
    });
    both(rows());
    both(["a".to_string(), "b".to_string()]);
    both([(1u8, 2u32), (3, 4)]);
    first_fields();
    numbers.join().unwrap();
}
