//@ no-bug
//@ source: macros by path and by import may define macro_rules!, as syn 1.0 does through include!

use std::sync::Mutex;
use std::thread;

mod makers {
    macro_rules! make_adder {
        ($name:ident, $step:expr) => {
            macro_rules! $name {
                ($to:expr) => {
                    *$to.lock().unwrap() += $step
                };
            }
        };
    }
    macro_rules! make_type {
        ($name:ident: $($ty:tt)+) => {
            macro_rules! $name {
                [$count:literal] => { [$($ty)+; $count] };
            }
        };
    }
    pub(crate) use {make_adder, make_type};
}

#[macro_use]
mod shared {
    crate::makers::make_type! { Slots: std::sync::Mutex<u32> }
}

use makers::make_adder;
make_adder!(add_two, 2);

static SLOTS: Slots![2] = [const { Mutex::new(0) }; 2];

make_adder! { add_three, 3 }

fn main() {
    thread::scope(|s| {
        for slot in &SLOTS {
            s.spawn(move || add_two!(slot));
        }
        add_three!(SLOTS[0]);
    });
    assert_eq!(SLOTS.each_ref().map(|slot| *slot.lock().unwrap()), [5, 2]);
}
