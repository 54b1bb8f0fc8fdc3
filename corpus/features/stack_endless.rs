//@ bug: abort
//@ message: "stack overflow"
//@ source: new; a value whose drop makes another one

use std::sync::Arc;
use std::thread;

struct Guard(Arc<str>);

impl Drop for Guard {
    fn drop(&mut self) {
        let _again = Guard(Arc::clone(&self.0));
    }
}

fn main() {
    thread::spawn(|| drop(Guard("a".into()))).join().unwrap();
}
