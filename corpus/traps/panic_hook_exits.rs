//! A hook that ends the process makes a panic no success.
//@ bug: panic

use std::{panic, process, thread};
fn main() {
    panic::set_hook(Box::new(|_| process::exit(1)));
    let h = thread::spawn(|| assert_eq!(1 + 1, 3));
    h.join().unwrap();
}
