//@ no-bug
//@ edition: 2024

// Let chains are of 2024 only, and there a guard of `if let` is gone before `else`: who has the one means the other,
// whether or not anybody says the edition.

use std::sync::Mutex;
use std::thread;

fn get(cache: &Mutex<Option<u8>>) -> u8 {
    if let Some(value) = *cache.lock().unwrap() {
        value
    } else {
        *cache.lock().unwrap().insert(5)
    }
}

fn main() {
    let cache = Mutex::new(None);
    thread::scope(|s| {
        s.spawn(|| get(&cache));
        s.spawn(|| get(&cache));
    });
    if let Ok(value) = cache.into_inner() && value.is_some() {
        println!("{value:?}");
    }
}
