//@ no-bug
//@ source: guards that end early: drop, an inner block, a move into a function, an
//@ source: assignment over the old guard's variable

use std::sync::{Mutex, MutexGuard};

fn finish(mut g: MutexGuard<'_, i32>) {
    *g += 1;
}

fn main() {
    let m = Mutex::new(0);
    let g = m.lock().unwrap();
    drop(g);
    {
        let mut g = m.lock().unwrap();
        *g += 1;
    }
    finish(m.lock().unwrap());
    let g = m.lock().unwrap();
    finish(g);
    let mut slot = Some(m.lock().unwrap());
    slot.take();
    slot = m.try_lock().ok();
    println!("{}", slot.is_some());
    slot = None;
    println!("{} {}", slot.is_none(), m.lock().unwrap());
}
