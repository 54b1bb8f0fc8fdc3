//@ no-bug
//@ source: two kinds of atoms meet to form a molecule: monitors with several conditions

use std::sync::{Condvar, Mutex};
use std::thread;

#[derive(Default)]
struct State {
    hydrogen: u32,
    water: u32,
    hydrogen_to_leave: u32,
}

#[derive(Default)]
struct Reactor {
    state: Mutex<State>,
    changed: Condvar,
}

impl Reactor {
    fn hydrogen(&self) {
        let mut s = self.state.lock().unwrap();
        s.hydrogen += 1;
        self.changed.notify_all();
        while s.hydrogen_to_leave == 0 {
            s = self.changed.wait(s).unwrap();
        }
        s.hydrogen_to_leave -= 1;
    }

    fn oxygen(&self) {
        let mut s = self.state.lock().unwrap();
        while s.hydrogen < 2 {
            s = self.changed.wait(s).unwrap();
        }
        s.hydrogen -= 2;
        s.hydrogen_to_leave += 2;
        s.water += 1;
        self.changed.notify_all();
    }
}

fn main() {
    let r = Reactor::default();
    thread::scope(|s| {
        s.spawn(|| r.hydrogen());
        s.spawn(|| r.oxygen());
        s.spawn(|| r.hydrogen());
    });
    let s = r.state.into_inner().unwrap();
    println!("{} {} {}", s.water, s.hydrogen, s.hydrogen_to_leave);
}
