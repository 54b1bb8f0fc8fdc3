//! once_cell 1.21.3, changelog of 1.21.4. `OnceCell::wait` returns although the initialization that it
//! has waited for has failed (without debug assertions it then reads what was never written).

//@ bug: panic
//@ args: --from-source once_cell

#![forbid(unsafe_code)]

use once_cell::sync::OnceCell;
use std::thread;

static CONFIG: OnceCell<u32> = OnceCell::new();

fn main() {
    let failing = thread::spawn(|| CONFIG.get_or_try_init(|| Err("no such file")).is_err());
    let waiting = thread::spawn(|| *CONFIG.wait());
    failing.join().unwrap();
    CONFIG.set(7).unwrap();
    assert_eq!(waiting.join().unwrap(), 7);
}
