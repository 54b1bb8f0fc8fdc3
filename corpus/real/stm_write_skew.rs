//@ bug: panic
//@ message: "write skew"
//@ source: new; TL2 in small, which checks the versions of what it read but not whether others have it locked

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;
// TL2 in small: versions, a global clock, locks at commit
static CLOCK: AtomicU64 = AtomicU64::new(0);
pub struct TVar {
    ver: AtomicU64,
    val: AtomicU64,
    lock: Mutex<()>,
}
pub struct Tx<'a> {
    rv: u64,
    reads: RefCell<Vec<&'a TVar>>,
    writes: RefCell<BTreeMap<*const TVar, (&'a TVar, u64)>>,
}
#[derive(Debug)]
pub struct Retry;
impl<'a> Tx<'a> {
    fn read(&self, v: &'a TVar) -> Result<u64, Retry> {
        if let Some((_, x)) = self.writes.borrow().get(&(v as *const _)) {
            return Ok(*x);
        }
        let before = v.ver.load(SeqCst);
        let x = v.val.load(SeqCst);
        if v.ver.load(SeqCst) != before || before > self.rv {
            return Err(Retry);
        }
        self.reads.borrow_mut().push(v);
        Ok(x)
    }
    fn write(&self, v: &'a TVar, x: u64) {
        self.writes.borrow_mut().insert(v, (v, x));
    }
    fn commit(self) -> Result<(), Retry> {
        let w = self.writes.into_inner();
        let guards: Vec<_> = w
            .values()
            .map(|(v, _)| v.lock.try_lock().map_err(|_| Retry))
            .collect::<Result<_, _>>()?;
        let wv = CLOCK.fetch_add(1, SeqCst) + 1;
        for r in self.reads.into_inner() {
            if r.ver.load(SeqCst) > self.rv {
                return Err(Retry);
            }
        }
        for (v, x) in w.values() {
            v.val.store(*x, SeqCst);
            v.ver.store(wv, SeqCst);
        }
        drop(guards);
        Ok(())
    }
}
fn atomically<'a, R>(f: impl Fn(&Tx<'a>) -> Result<R, Retry>) -> R {
    loop {
        let tx = Tx {
            rv: CLOCK.load(SeqCst),
            reads: Default::default(),
            writes: Default::default(),
        };
        if let Ok(r) = f(&tx) {
            if tx.commit().is_ok() {
                return r;
            }
        }
        thread::yield_now()
    }
}
fn tvar(x: u64) -> TVar {
    TVar {
        ver: 0.into(),
        val: x.into(),
        lock: Mutex::new(()),
    }
}
fn main() {
    let vs = Arc::new([tvar(1), tvar(1)]);
    let hs: Vec<_> = (0..2usize)
        .map(|i| {
            let vs = vs.clone();
            thread::spawn(move || {
                atomically(|tx| {
                    let (a, b) = (tx.read(&vs[0])?, tx.read(&vs[1])?);
                    if a + b == 2 {
                        tx.write(&vs[i], 0)
                    }
                    Ok(())
                })
            })
        })
        .collect();
    for h in hs {
        h.join().unwrap()
    }
    let sum: u64 = vs.iter().map(|v| v.val.load(SeqCst)).sum();
    assert!(sum >= 1, "write skew");
}
