//@ no-bug
//@ source: variables that are not mut, bound anew in each round of a loop after a guard has looked at them and
//@ source: refused, and unsafe code elsewhere

use std::sync::Mutex;
use std::thread;

static JOBS: Mutex<Vec<(u64, u32)>> = Mutex::new(Vec::new());

fn digits<T: std::fmt::Debug>(value: &T) -> usize {
    format!("{value:?}").len()
}

fn run() -> u64 {
    let mut sum = 0;
    loop {
        let next = JOBS.lock().unwrap().pop();
        match next {
            Some((due, name)) if digits(&due) > 1 && digits(&name) > 1 => sum += due,
            Some((due, 4)) | Some((due, 6)) if digits(&due) > 1 => sum += 2 * due,
            Some(job @ (due, _)) if digits(&job) > 7 => sum += digits(&due) as u64,
            Some((due, _)) => sum += due,
            None => return sum,
        }
    }
}

fn main() {
    JOBS.lock().unwrap().extend([(1, 2), (3, 4), (55, 66), (70, 6), (80, 7)]);
    let other = thread::spawn(run);
    let sum = run() + other.join().unwrap();
    // SAFETY: the number is written before it is read.
    let printed = unsafe { (&raw const sum).read() };
    assert_eq!(printed, 55 + 140 + 80 + 3 + 1);
}
