//@ no-bug
//@ executions: 5
//@ source: Abdulla et al. 2014: the smallest program that needs wakeup trees

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;

#[derive(Default)]
struct Cells {
    x: AtomicI32,
    y: AtomicI32,
    z: AtomicI32,
}

fn p(cells: &Cells) {
    cells.x.store(1, SeqCst);
}

fn q(cells: &Cells) {
    cells.y.store(1, SeqCst);
}

fn r(cells: &Cells) {
    if cells.y.load(SeqCst) == 0 {
        cells.z.store(1, SeqCst);
    }
}

fn s(cells: &Cells) {
    if cells.z.load(SeqCst) == 1 && cells.y.load(SeqCst) == 0 {
        cells.x.store(2, SeqCst);
    }
}

fn main() {
    let cells = Arc::new(Cells::default());
    let bodies: [fn(&Cells); 4] = [p, q, r, s];
    let threads = bodies.map(|body| {
        let cells = Arc::clone(&cells);
        thread::spawn(move || body(&cells))
    });
    for t in threads {
        t.join().unwrap();
    }
}
