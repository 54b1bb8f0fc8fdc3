//! What a test makes of panics of its threads.
#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
    use std::sync::{Arc, Mutex, mpsc};
    use std::thread;

    #[test]
    fn a_panic_poisons() {
        let m = Arc::new(Mutex::new(0));
        let other = m.clone();
        let panics = thread::spawn(move || {
            let _guard = other.lock().unwrap();
            panic!("meant");
        });
        assert!(panics.join().is_err());
        assert!(m.lock().is_err());
    }

    #[test]
    fn a_pool_goes_on() {
        let (tx, rx) = mpsc::channel();
        thread::spawn(move || {
            tx.send(1).unwrap();
            panic!("meant, detached");
        });
        assert_eq!(rx.recv(), Ok(1));
        assert!(rx.recv().is_err());
    }

    #[test]
    fn two_orders() {
        let n = AtomicU32::new(0);
        let count = || {
            let seen = n.load(SeqCst);
            n.store(seen + 1, SeqCst);
        };
        thread::scope(|s| {
            let meant = s.spawn(|| panic!("meant"));
            s.spawn(count);
            count();
            assert!(meant.join().is_err());
        });
        assert_eq!(n.load(SeqCst), 2, "a race beside a panic that is meant");
    }

    #[test]
    fn nobody_looks() {
        let n = Arc::new(AtomicU32::new(0));
        let m = n.clone();
        let t = thread::spawn(move || assert_ne!(m.load(SeqCst), 1, "an order that nobody sees fail"));
        n.store(1, SeqCst);
        n.store(2, SeqCst);
        let _ = t.join();
    }
}
