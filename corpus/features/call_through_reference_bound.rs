//@ no-bug
//@ source: systems of which only a reference is known to be callable, as a scheduler's (`shipyard`)

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

type System = Box<dyn Fn(u32) -> u32 + Send + Sync>;

fn into_system<F>(f: F) -> System
where
    F: 'static + Send + Sync,
    for<'a> &'a F: Fn(u32) -> u32,
{
    Box::new(move |n| (&&f)(n) + (&&f)(0))
}

fn in_place<F>(mut f: F, n: u32) -> u32
where
    for<'a> &'a mut F: FnMut(u32) -> u32,
{
    (&mut &mut f)(n)
}

fn main() {
    let calls = Arc::new(AtomicU32::new(0));
    let system = {
        let calls = calls.clone();
        into_system(move |n| {
            calls.fetch_add(1, Ordering::SeqCst);
            n + 1
        })
    };
    thread::scope(|s| {
        for n in 0..2 {
            let system = &system;
            s.spawn(move || assert_eq!(system(n), n + 2));
        }
    });
    assert_eq!(calls.load(Ordering::SeqCst), 4);
    let mut sum = 1;
    assert_eq!(in_place(|n| { sum += n; sum }, 2), 3);
    assert_eq!(sum, 3);
}
