//@ no-bug
//@ outcomes: 2
//@ source: the flag may be cleared before or after somebody takes the lock, without taking it
use std::sync::Mutex;
use std::{panic, thread};

static M: Mutex<i32> = Mutex::new(0);

fn main() {
    let _ = panic::catch_unwind(|| {
        let _guard = M.lock().unwrap();
        panic!("poisons")
    });
    thread::scope(|s| {
        s.spawn(|| println!("{}", M.lock().is_err()));
        s.spawn(|| M.clear_poison());
    });
}
