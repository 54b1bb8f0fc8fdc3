//! async-task 1.1.0, changelog of 1.1.1. The task runs to its end on another thread, and its schedule
//! function is freed, while that function has not yet returned.

//@ bug: undefined-behavior

#![forbid(unsafe_code)]

use std::future::poll_fn;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::task::{Context, Poll, Waker};
use std::thread;

fn main() {
    let (queue, tasks) = mpsc::channel();
    let scheduled = AtomicU32::new(0);
    let schedule = move |task| {
        queue.send(task).unwrap();
        scheduled.fetch_add(1, Ordering::Relaxed);
    };
    let (handing_over, wakers) = mpsc::channel();
    let mut is_first = true;
    let future = poll_fn(move |context: &mut Context| {
        if !is_first {
            return Poll::Ready(());
        }
        is_first = false;
        handing_over.send(context.waker().clone()).unwrap();
        Poll::Pending
    });
    let (task, handle) = async_task::spawn(future, schedule, ());
    task.schedule();
    drop(handle);
    tasks.recv().unwrap().run();
    let waker: Waker = wakers.recv().unwrap();
    let waking = thread::spawn(move || waker.wake());
    tasks.recv().unwrap().run();
    waking.join().unwrap();
}
