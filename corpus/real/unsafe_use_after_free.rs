//@ bug: undefined-behavior
//@ source: bug study: a pointer taken from a guard outlives what it points to

use std::sync::{Arc, Mutex};
use std::thread;

struct Config {
    name: String,
}

struct Shared {
    config: Mutex<Option<Box<Config>>>,
}

fn name_len(shared: &Shared) -> usize {
    let ptr: *const Config = match shared.config.lock().unwrap().as_ref() {
        Some(config) => &**config,
        None => return 0,
    };
    let config: &Config = unsafe { &*ptr };
    config.name.len()
}

fn main() {
    let shared = Arc::new(Shared { config: Mutex::new(Some(Box::new(Config { name: "abc".into() }))) });
    let s = shared.clone();
    let t = thread::spawn(move || {
        s.config.lock().unwrap().take();
    });
    name_len(&shared);
    t.join().unwrap();
}
