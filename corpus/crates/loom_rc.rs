//@ no-bug
//@ weak-orderings: yes
//@ source: in the manner of loom's own tests: loom runs all threads on one, so an `Rc` may go from one to another
use loom::sync::Mutex;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;
use std::rc::Rc;

#[test]
fn counts_in_rcs() {
    loom::model(|| {
        let count = Rc::new(AtomicUsize::new(0));
        let lock = Rc::new(Mutex::new(0));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let (count, lock) = (count.clone(), lock.clone());
                thread::spawn(move || {
                    count.fetch_add(1, Ordering::AcqRel);
                    *lock.lock().unwrap() += 1;
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(count.load(Ordering::Relaxed), 2);
        let lock = Rc::try_unwrap(lock).expect("no other owner");
        assert_eq!(lock.into_inner().unwrap(), 2);
    });
}
