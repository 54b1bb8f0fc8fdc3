//@ no-bug
//@ weak-orderings: yes
//@ source: a sequence lock over an array of atomics: readers retry, writers are serialized by the odd number

use std::array;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering, fence};
use std::thread;

pub struct SeqLock<const N: usize> {
    sequence: AtomicUsize,
    words: [AtomicU32; N],
}

impl<const N: usize> SeqLock<N> {
    pub fn new(value: [u32; N]) -> Self {
        Self { sequence: AtomicUsize::new(0), words: value.map(AtomicU32::new) }
    }

    pub fn read(&self) -> [u32; N] {
        loop {
            let before = self.sequence.load(Ordering::Acquire);
            if before & 1 == 0 {
                let value = array::from_fn(|i| self.words[i].load(Ordering::Relaxed));
                fence(Ordering::Acquire);
                if self.sequence.load(Ordering::Relaxed) == before {
                    return value;
                }
            }
            std::hint::spin_loop();
        }
    }

    pub fn write(&self, update: impl Fn([u32; N]) -> [u32; N]) {
        let mut sequence = self.sequence.load(Ordering::Relaxed);
        loop {
            if sequence % 2 == 1 {
                std::hint::spin_loop();
                sequence = self.sequence.load(Ordering::Relaxed);
                continue;
            }
            match self.sequence.compare_exchange_weak(sequence, sequence + 1, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => break,
                Err(now) => sequence = now,
            }
        }
        let old = array::from_fn(|i| self.words[i].load(Ordering::Relaxed));
        for (word, new) in self.words.iter().zip(update(old)) {
            word.store(new, Ordering::Relaxed);
        }
        self.sequence.store(sequence + 2, Ordering::Release);
    }
}

fn main() {
    let lock = SeqLock::new([1, 1]);
    thread::scope(|s| {
        s.spawn(|| lock.write(|[a, b]| [a + 1, b + 1]));
        s.spawn(|| {
            let [a, b] = lock.read();
            assert_eq!(a, b);
        });
    });
    println!("{:?}", lock.read());
}
