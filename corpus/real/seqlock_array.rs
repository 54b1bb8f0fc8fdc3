//@ no-bug
//@ source: a sequence lock over an array of atomics with fences

use std::sync::atomic::{fence, AtomicU32, AtomicUsize, Ordering};
struct SeqLock<const N: usize> {
    seq: AtomicUsize,
    words: [AtomicU32; N],
}
impl<const N: usize> SeqLock<N> {
    fn new() -> Self {
        SeqLock {
            seq: AtomicUsize::new(0),
            words: std::array::from_fn(|_| AtomicU32::default()),
        }
    }
    fn write(&self, v: [u32; N]) {
        let s = self.seq.load(Ordering::Relaxed);
        self.seq.store(s.wrapping_add(1), Ordering::Relaxed);
        fence(Ordering::Release);
        for (w, x) in self.words.iter().zip(v) {
            w.store(x, Ordering::Relaxed);
        }
        self.seq.store(s.wrapping_add(2), Ordering::Release);
    }
    fn read(&self) -> [u32; N] {
        loop {
            let s1 = self.seq.load(Ordering::Acquire);
            if s1 & 1 == 1 {
                std::hint::spin_loop();
                continue;
            }
            let mut out = [0; N];
            out.iter_mut()
                .zip(&self.words)
                .for_each(|(o, w)| *o = w.load(Ordering::Relaxed));
            fence(Ordering::Acquire);
            if self.seq.load(Ordering::Relaxed) == s1 {
                return out;
            }
        }
    }
}
fn main() {
    let l: SeqLock<2> = SeqLock::new();
    std::thread::scope(|s| {
        s.spawn(|| l.write([1, 2]));
        let v = l.read();
        assert!(v == [0, 0] || v == [1, 2], "torn {v:?}");
    });
}
