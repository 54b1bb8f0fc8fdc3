//@ bug: panic
//@ message: "reader still inside"
//@ source: after qrcu of SV-COMP (McKenney): a reader that counts up what it read without looking whether it is 0

// QRCU by McKenney: two counters, an updater and two readers
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Mutex;
use std::thread;
struct Qrcu {
    idx: AtomicUsize,
    ctr: [AtomicUsize; 2],
    mutex: Mutex<()>,
    rp: [AtomicUsize; 2],
    wp: AtomicUsize,
}
impl Qrcu {
    fn read(&self, me: usize) {
        let i = loop {
            let i = self.idx.load(SeqCst);
            self.ctr[i].fetch_add(1, SeqCst);
            break i;
        };
        self.rp[me].store(1, SeqCst);
        let before = self.wp.load(SeqCst);
        self.rp[me].store(2, SeqCst);
        if before == 0 {
            self.rp[me].store(3, SeqCst);
        }
        self.ctr[i].fetch_sub(1, SeqCst);
    }
    fn synchronize(&self) {
        let _g = self.mutex.lock().unwrap();
        let i = self.idx.load(SeqCst);
        self.ctr[1 - i].fetch_add(1, SeqCst);
        self.idx.store(1 - i, SeqCst);
        self.ctr[i].fetch_sub(1, SeqCst);
        while self.ctr[i].load(SeqCst) > 0 {}
    }
}
fn main() {
    let q = Qrcu {
        idx: 0.into(),
        ctr: [1.into(), 0.into()],
        mutex: Mutex::new(()),
        rp: Default::default(),
        wp: 0.into(),
    };
    thread::scope(|s| {
        for me in 0..2 {
            let q = &q;
            s.spawn(move || q.read(me));
        }
        s.spawn(|| {
            for _ in 0..2 {
                let early: Vec<bool> = q.rp.iter().map(|r| r.load(SeqCst) == 1).collect();
                q.synchronize();
                for (e, r) in early.iter().zip(&q.rp) {
                    assert!(!e || r.load(SeqCst) != 1, "reader still inside");
                }
            }
        });
    });
}
