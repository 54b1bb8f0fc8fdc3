//@ no-bug
//@ source: a queue of fixed size seen as one of any size, whose buffer's type is associated with its kind of
//@ source: storage and stands in an `UnsafeCell` (`heapless` 0.9)

use std::borrow::Borrow;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

trait Storage {
    type Buffer<T>: ?Sized + Borrow<[T]>;
}

enum Owned<const N: usize> {}
enum View {}

impl<const N: usize> Storage for Owned<N> {
    type Buffer<T> = [T; N];
}
impl Storage for View {
    type Buffer<T> = [T];
}

struct Slots<T, S: Storage> {
    used: AtomicUsize,
    buffer: UnsafeCell<S::Buffer<T>>,
}

unsafe impl<T: Send, S: Storage> Sync for Slots<T, S> {}

impl<T, const N: usize> Slots<T, Owned<N>> {
    fn view(&self) -> &Slots<T, View> {
        self
    }
    fn view_mut(&mut self) -> &mut Slots<T, View> {
        self
    }
}

impl<T> Slots<T, View> {
    /// Every caller gets a place of its own.
    fn put(&self, value: T) {
        let at = self.used.fetch_add(1, Ordering::Relaxed);
        let slots: *mut [T] = self.buffer.get();
        assert!(at < slots.len());
        unsafe { *(slots as *mut T).add(at) = value }
    }
}

fn main() {
    let mut slots = Slots::<u32, Owned<3>> { used: AtomicUsize::new(0), buffer: UnsafeCell::new([0; 3]) };
    let view = slots.view();
    thread::scope(|s| {
        s.spawn(|| view.put(1));
        s.spawn(|| view.put(2));
    });
    let view = slots.view_mut();
    assert_eq!(*view.used.get_mut(), 2);
    assert_eq!(view.buffer.get_mut().iter().sum::<u32>(), 3);
    assert_eq!(slots.buffer.get_mut().len(), 3);
}
