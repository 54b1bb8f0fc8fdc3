//@ bug: deadlock
//@ source: bug study: the error path forgets to notify

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Clone, Debug, PartialEq)]
enum Status {
    Pending,
    Done(u32),
    Failed(String),
}

struct Task {
    status: Mutex<Status>,
    cond: Condvar,
}

fn compute(x: u32) -> Result<u32, String> {
    x.checked_sub(10).ok_or_else(|| String::from("too small"))
}

fn run(task: &Task, input: u32) {
    let result = compute(input);
    let mut status = task.status.lock().unwrap();
    match result {
        Ok(v) => {
            *status = Status::Done(v);
            task.cond.notify_all();
        }
        Err(e) => {
            *status = Status::Failed(e);
        }
    }
}

fn main() {
    let task = Arc::new(Task { status: Mutex::new(Status::Pending), cond: Condvar::new() });
    let worker = {
        let task = Arc::clone(&task);
        thread::spawn(move || run(&task, 5))
    };
    let mut status = task.status.lock().unwrap();
    while *status == Status::Pending {
        status = task.cond.wait(status).unwrap();
    }
    println!("{:?}", *status);
    drop(status);
    worker.join().unwrap();
}
