//@ bug: deadlock
//@ edition: 2021
//@ source: in edition 2021 the guard in a tail expression outlives the block's locals, one
//@ source: of which locks in its destructor

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
}
