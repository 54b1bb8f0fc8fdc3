//@ bug: deadlock
//@ edition: 2024
//@ source: in edition 2024, too, the guard of an `if let` lives through its own body

use std::sync::Mutex;

fn main() {
    let slot = Mutex::new(Some(1));
    if let Some(n) = slot.lock().unwrap().take() {
        *slot.lock().unwrap() = Some(n + 1);
    }
}
