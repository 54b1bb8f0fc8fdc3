//@ no-bug
//@ edition: 2024
//@ source: the same program in edition 2024: the guard goes first

use std::sync::Mutex;

static LOG: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

struct Logged(&'static str);

impl Drop for Logged {
    fn drop(&mut self) {
        LOG.lock().unwrap().push(self.0);
    }
}

fn count() -> usize {
    let _entry = Logged("counted");
    LOG.lock().unwrap().len()
}

fn main() {
    println!("{}", count());
    println!("{}", count());
}
