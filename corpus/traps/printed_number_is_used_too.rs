//@ bug: panic
//! Numbers that threads print, and that decide what one of them does: only if the last thread comes second, the sum
//! is wrong.

use std::sync::Mutex;
use std::thread;

fn main() {
    let order = Mutex::new((0, 0));
    thread::scope(|s| {
        for id in 0..4u32 {
            let order = &order;
            s.spawn(move || {
                println!("thread {id} begins");
                let mut order = order.lock().unwrap();
                order.0 += 1;
                println!("thread {id} comes as number {}", order.0);
                if order.0 == 2 {
                    order.1 = id;
                }
            });
        }
    });
    assert_ne!(order.into_inner().unwrap().1, 3);
}
