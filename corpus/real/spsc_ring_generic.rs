//@ no-bug
//@ weak-orderings: yes
//@ source: a single-producer single-consumer ring with const capacity, split into two halves, dropping what is left

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

struct Ring<T, const N: usize> {
    slots: [UnsafeCell<MaybeUninit<T>>; N],
    head: AtomicUsize,
    tail: AtomicUsize,
}

unsafe impl<T: Send, const N: usize> Sync for Ring<T, N> {}
unsafe impl<T: Send, const N: usize> Send for Ring<T, N> {}

pub struct Producer<T, const N: usize>(Arc<Ring<T, N>>);
pub struct Consumer<T, const N: usize>(Arc<Ring<T, N>>);

pub fn ring<T, const N: usize>() -> (Producer<T, N>, Consumer<T, N>) {
    let ring = Arc::new(Ring {
        slots: [const { UnsafeCell::new(MaybeUninit::uninit()) }; N],
        head: AtomicUsize::new(0),
        tail: AtomicUsize::new(0),
    });
    (Producer(ring.clone()), Consumer(ring))
}

impl<T, const N: usize> Producer<T, N> {
    pub fn push(&mut self, value: T) -> Result<(), T> {
        let tail = self.0.tail.load(Ordering::Relaxed);
        if tail.wrapping_sub(self.0.head.load(Ordering::Acquire)) == N {
            return Err(value);
        }
        unsafe { self.0.slots[tail % N].get().write(MaybeUninit::new(value)) };
        self.0.tail.store(tail.wrapping_add(1), Ordering::Release);
        Ok(())
    }
}

impl<T, const N: usize> Consumer<T, N> {
    pub fn pop(&mut self) -> Option<T> {
        let head = self.0.head.load(Ordering::Relaxed);
        if head == self.0.tail.load(Ordering::Acquire) {
            return None;
        }
        let value = unsafe { self.0.slots[head % N].get().read().assume_init() };
        self.0.head.store(head.wrapping_add(1), Ordering::Release);
        Some(value)
    }
}

impl<T, const N: usize> Drop for Ring<T, N> {
    fn drop(&mut self) {
        let (head, tail) = (*self.head.get_mut(), *self.tail.get_mut());
        for i in head..tail {
            unsafe { self.slots[i % N].get_mut().assume_init_drop() };
        }
    }
}

static DROPS: AtomicUsize = AtomicUsize::new(0);
struct Token(u8);
impl Drop for Token {
    fn drop(&mut self) {
        DROPS.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    let (mut tx, mut rx) = ring::<Token, 2>();
    let producer = thread::spawn(move || {
        let mut refused = 0;
        for i in 0..3 {
            if let Err(token) = tx.push(Token(i)) {
                refused += 1;
                assert_eq!(token.0, i);
            }
        }
        refused
    });
    let first = rx.pop();
    if let Some(token) = &first {
        assert_eq!(token.0, 0);
    }
    drop(first);
    let refused = producer.join().unwrap();
    drop(rx);
    println!("{}", DROPS.load(Ordering::Relaxed));
    assert!(refused <= 1);
}
