//@ bug: deadlock
//@ source: bug study: a guard put away into a struct that is leaked on one path keeps its lock for ever

use std::mem;
use std::sync::{Mutex, MutexGuard};
use std::thread;

struct Transaction<'a> {
    guard: MutexGuard<'a, Vec<i32>>,
    start: usize,
}

impl<'a> Transaction<'a> {
    fn begin(table: &'a Mutex<Vec<i32>>) -> Self {
        let guard = table.lock().unwrap();
        let start = guard.len();
        Transaction { guard, start }
    }

    fn add(&mut self, n: i32) -> Result<(), String> {
        if n < 0 {
            return Err(format!("{n} is negative"));
        }
        self.guard.push(n);
        Ok(())
    }

    fn commit(self) {
        // keeps what was added: must not run `drop`
        mem::forget(self);
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        let start = self.start;
        self.guard.truncate(start);
    }
}

fn insert(table: &Mutex<Vec<i32>>, n: i32) -> Result<(), String> {
    let mut t = Transaction::begin(table);
    t.add(n)?;
    t.commit();
    Ok(())
}

fn main() {
    let table = Mutex::new(vec![]);
    thread::scope(|s| {
        s.spawn(|| insert(&table, 1));
        s.spawn(|| insert(&table, -2));
    });
}
