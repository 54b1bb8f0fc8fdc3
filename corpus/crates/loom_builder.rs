//@ bug: deadlock
//@ args: --entry never_notified
//@ source: a `Builder` with a bound on preemptions, `Notify`, `lazy_static` and a thread that nobody
//@ source: joins: the model ends only when all its threads have ended, so the lost one is a deadlock

use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::sync::{Arc, Notify};
use loom::thread;

loom::lazy_static! {
    static ref NOTIFIED: AtomicUsize = AtomicUsize::new(0);
}

#[test]
fn never_notified() {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(|| {
        let notify = Arc::new(Notify::new());
        let waiter = notify.clone();
        thread::spawn(move || {
            waiter.wait();
            NOTIFIED.fetch_add(1, Ordering::Relaxed);
        });
        if NOTIFIED.load(Ordering::Relaxed) > 0 {
            notify.notify();
        }
    });
}
