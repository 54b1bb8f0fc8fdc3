//@ bug: panic
//@ args: --entry tests::buggy_concurrent_inc
//@ message: "assertion `left == right` failed"
//@ source: the test of loom's introduction: a load and a store are no increment

#[cfg(test)]
mod tests {
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicUsize;
    use loom::sync::atomic::Ordering::{Acquire, Relaxed, Release};
    use loom::thread;

    #[test]
    fn buggy_concurrent_inc() {
        loom::model(|| {
            let num = Arc::new(AtomicUsize::new(0));
            let threads: Vec<_> = (0..2)
                .map(|_| {
                    let num = num.clone();
                    thread::spawn(move || {
                        let current = num.load(Acquire);
                        num.store(current + 1, Release);
                    })
                })
                .collect();
            for thread in threads {
                thread.join().unwrap();
            }
            assert_eq!(2, num.load(Relaxed));
        });
    }
}
