//@ no-bug
//@ source: what a guard that does not hold has looked at is gone, and may be bound again: in the next round, or by another alternative

use std::sync::mpsc;
use std::thread;

#[derive(Clone, Debug)]
enum Job {
    Add(i32, i32),
    Name(String),
    End,
}

fn is_large(n: &i32) -> bool {
    *n > 5
}

fn is_long(name: &String) -> bool {
    name.len() > 3
}

fn work(jobs: mpsc::Receiver<Job>) -> (i32, Vec<String>) {
    let (mut sum, mut names) = (0, Vec::new());
    for job in jobs {
        match job {
            // Both alternatives match, and the guard is asked for each.
            Job::Add(n, _) | Job::Add(_, n) if is_large(&n) => sum += n,
            Job::Add(a, b) if is_large(&a) || is_large(&(a + b)) => sum += 100,
            Job::Add(..) => sum += 1,
            Job::Name(name) if is_long(&name) => names.push(name),
            Job::Name(name) => names.push(name + "?"),
            Job::End => break,
        }
    }
    (sum, names)
}

fn main() {
    let (tx, rx) = mpsc::channel();
    let worker = thread::spawn(move || work(rx));
    for n in [1, 7, 4] {
        tx.send(Job::Add(n, 2)).unwrap();
        tx.send(Job::Add(0, n)).unwrap();
    }
    for name in ["ann", "barbara", "cy"] {
        tx.send(Job::Name(name.to_string())).unwrap();
    }
    tx.send(Job::End).unwrap();
    let (sum, names) = worker.join().unwrap();
    assert_eq!(sum, 117);
    assert_eq!(names, ["ann?", "barbara", "cy?"]);
}
