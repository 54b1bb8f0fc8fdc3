//@ no-bug
//@ source: counting resources of any numeric unit, with leases that give back on drop

use std::fmt::Debug;
use std::ops::{AddAssign, SubAssign};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
trait Resource {
    type Unit: Copy + PartialOrd + AddAssign + SubAssign + Debug + Send + 'static;
    const ZERO: Self::Unit;
    fn name() -> &'static str;
}
enum Memory {}
enum Cpu {}
impl Resource for Memory {
    type Unit = u64;
    const ZERO: u64 = 0;
    fn name() -> &'static str {
        "mem"
    }
}
impl Resource for Cpu {
    type Unit = f32;
    const ZERO: f32 = 0.0;
    fn name() -> &'static str {
        "cpu"
    }
}
struct Budget<R: Resource> {
    left: Mutex<R::Unit>,
    freed: Condvar,
}
struct Lease<'b, R: Resource> {
    of: &'b Budget<R>,
    n: R::Unit,
}
impl<R: Resource> Budget<R> {
    fn new(n: R::Unit) -> Self {
        Budget {
            left: Mutex::new(n),
            freed: Condvar::new(),
        }
    }
    fn lock(&self) -> MutexGuard<'_, R::Unit> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn take(&self, n: R::Unit) -> Lease<'_, R> {
        let mut left = self.lock();
        while *left < n {
            left = self.freed.wait(left).unwrap();
        }
        *left -= n;
        Lease { of: self, n }
    }
}
impl<R: Resource> Drop for Lease<'_, R> {
    fn drop(&mut self) {
        *self.of.lock() += self.n;
        self.of.freed.notify_all();
    }
}
fn main() {
    let b: Arc<(Budget<Memory>, Budget<Cpu>)> = Arc::new((Budget::new(10), Budget::new(1.5)));
    let hs: Vec<_> = [6, 7]
        .into_iter()
        .map(|n| {
            let b = b.clone();
            thread::spawn(move || {
                let _c = b.1.take(0.5);
                let m = b.0.take(n);
                m.n
            })
        })
        .collect();
    let total: u64 = hs.into_iter().map(|h| h.join().unwrap()).sum();
    println!(
        "{total} {:?} {} {} {}",
        b.0.lock(),
        b.1.lock(),
        Memory::name(),
        Cpu::name()
    );
    assert!(*b.0.lock() > Memory::ZERO);
}
