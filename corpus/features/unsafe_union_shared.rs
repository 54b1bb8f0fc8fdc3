//@ no-bug
//@ source: union shared between threads read-only in another view; generic union in lock-free slab with atomics
use std::mem::ManuallyDrop;
use std::sync::atomic::Ordering::*;
use std::sync::atomic::*;
use std::thread;
#[derive(Clone, Copy)]
union Num {
    i: u64,
    f: f64,
    b: [u8; 8],
}
static N: Num = Num { f: 1.5 };
union Slot<T> {
    next: ManuallyDrop<AtomicUsize>,
    value: ManuallyDrop<T>,
}
struct Slab<T, const N: usize> {
    slots: [std::cell::UnsafeCell<Slot<T>>; N],
    head: AtomicUsize,
}
unsafe impl<T: Send, const N: usize> Sync for Slab<T, N> {}
impl<T, const N: usize> Slab<T, N> {
    fn new() -> Self {
        Slab {
            slots: std::array::from_fn(|i| {
                std::cell::UnsafeCell::new(Slot {
                    next: ManuallyDrop::new(AtomicUsize::new(i + 1)),
                })
            }),
            head: AtomicUsize::new(0),
        }
    }
    fn insert(&self, v: T) -> Option<usize> {
        let mut h = self.head.load(Acquire);
        loop {
            let (idx, tag) = (h & 0xff, h >> 8);
            if idx == N {
                return None;
            }
            let next = unsafe { (*self.slots[idx].get()).next.load(Relaxed) };
            match self
                .head
                .compare_exchange(h, next | (tag + 1) << 8, AcqRel, Acquire)
            {
                Ok(_) => {
                    unsafe { (*self.slots[idx].get()).value = ManuallyDrop::new(v) };
                    return Some(idx);
                }
                Err(x) => h = x,
            }
        }
    }
}
fn main() {
    let hs: Vec<_> = (0..2)
        .map(|_| thread::spawn(|| unsafe { (N.i >> 52, N.b[7]) }))
        .collect();
    for h in hs {
        assert_eq!(h.join().unwrap(), (0x3ff, 0x3f));
    }
    let s: Slab<u8, 3> = Slab::new();
    let v = s.insert(3).unwrap();
    assert_eq!(unsafe { *(*s.slots[v].get()).value }, 3);
}
