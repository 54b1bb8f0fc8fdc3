//@ no-bug
//@ source: the filter lock (Peterson for any number of threads) over constant generics, with ranges under `any`

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
pub struct Filter<T, const N: usize> {
    level: [AtomicUsize; N],
    victim: [AtomicUsize; N],
    data: UnsafeCell<T>,
}
unsafe impl<T: Send, const N: usize> Sync for Filter<T, N> {}
impl<T, const N: usize> Filter<T, N> {
    const ZERO: AtomicUsize = AtomicUsize::new(0);
    pub const fn new(t: T) -> Self {
        Self {
            level: [Self::ZERO; N],
            victim: [const { AtomicUsize::new(usize::MAX) }; N],
            data: UnsafeCell::new(t),
        }
    }
    pub fn with<R>(&self, me: usize, f: impl FnOnce(&mut T) -> R) -> R {
        for l in 1..N {
            self.level[me].store(l, SeqCst);
            self.victim[l].store(me, SeqCst);
            while (0..N).any(|k| k != me && self.level[k].load(SeqCst) >= l)
                && self.victim[l].load(SeqCst) == me
            {
                std::hint::spin_loop()
            }
        }
        let r = f(unsafe { &mut *self.data.get() });
        self.level[me].store(0, SeqCst);
        r
    }
}
static LOCK: Filter<(u32, [char; 2]), 2> = Filter::new((0, ['-'; 2]));
fn main() {
    let hs: Vec<_> = (0..2)
        .map(|i| {
            thread::spawn(move || {
                LOCK.with(i, |(n, s)| {
                    s[*n as usize] = char::from(b'a' + i as u8);
                    *n += 1;
                    *n
                })
            })
        })
        .collect();
    let mut v: Vec<_> = hs.into_iter().map(|h| h.join().unwrap()).collect();
    v.sort();
    println!("{v:?}");
}
