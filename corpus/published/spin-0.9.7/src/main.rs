//! spin 0.9.7, RUSTSEC-2023-0031. Who waits for an initialization that then fails finds a state that it
//! holds to be impossible (without debug assertions it is undefined behaviour).

//@ bug: panic

#![forbid(unsafe_code)]

use spin::Once;
use std::thread;

static CONFIG: Once<u32> = Once::new();

fn main() {
    let failing = thread::spawn(|| CONFIG.try_call_once(|| Err("no such file")).is_err());
    let value = *CONFIG.call_once(|| 7);
    failing.join().unwrap();
    assert_eq!(value, 7);
}
