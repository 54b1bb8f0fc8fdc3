//@ no-bug
//@ source: `heapless`: a queue of a known length is seen as one of any length, where the storage is a type
//@ source: parameter whose associated type is the last field
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

trait Storage {
    type Buffer<T>: ?Sized;
}

enum Owned<const N: usize> {}
enum View {}

impl<const N: usize> Storage for Owned<N> {
    type Buffer<T> = [T; N];
}
impl Storage for View {
    type Buffer<T> = [T];
}

struct Inner<T, S: Storage> {
    head: AtomicUsize,
    tail: AtomicUsize,
    buffer: S::Buffer<UnsafeCell<MaybeUninit<T>>>,
}

type Queue<T, const N: usize> = Inner<T, Owned<N>>;
type Any<T> = Inner<T, View>;

unsafe impl<T: Send, S: Storage> Sync for Inner<T, S> {}

impl<T, const N: usize> Queue<T, N> {
    const EMPTY: UnsafeCell<MaybeUninit<T>> = UnsafeCell::new(MaybeUninit::uninit());

    fn new() -> Self {
        Inner { head: AtomicUsize::new(0), tail: AtomicUsize::new(0), buffer: [Self::EMPTY; N] }
    }

    fn view(&self) -> &Any<T> {
        self
    }

    fn view_mut(&mut self) -> &mut Any<T> {
        self
    }
}

impl<T> Any<T> {
    fn push(&self, value: T) -> Result<(), T> {
        let tail = self.tail.load(SeqCst);
        if tail - self.head.load(SeqCst) == self.buffer.len() {
            return Err(value);
        }
        unsafe { (*self.buffer[tail % self.buffer.len()].get()).write(value) };
        self.tail.store(tail + 1, SeqCst);
        Ok(())
    }

    fn pop(&self) -> Option<T> {
        let head = self.head.load(SeqCst);
        if head == self.tail.load(SeqCst) {
            return None;
        }
        let value = unsafe { (*self.buffer[head % self.buffer.len()].get()).assume_init_read() };
        self.head.store(head + 1, SeqCst);
        Some(value)
    }
}

fn main() {
    let mut queue = Queue::<u32, 2>::new();
    assert_eq!(queue.view_mut().buffer.len(), 2);
    let boxed = Box::new(Queue::<u8, 3>::new());
    let boxed: Box<Any<u8>> = boxed;
    assert_eq!(boxed.buffer.len(), 3);
    let view = queue.view();
    thread::scope(|s| {
        s.spawn(|| (1..=3).filter(|&n| view.push(n).is_ok()).count());
        let got = [view.pop(), view.pop()];
        assert!(matches!(got, [None, None] | [None, Some(1)] | [Some(1), None] | [Some(1), Some(2)]), "{got:?}");
    });
}
