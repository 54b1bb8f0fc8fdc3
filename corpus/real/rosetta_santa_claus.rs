//@ no-bug
//@ source: Rosetta Code style: Santa sleeps until all reindeer are back or enough elves ask

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const REINDEER: u32 = 1;
const ELVES: u32 = 2;
const GROUP: u32 = 2;

#[derive(Default)]
struct Workshop {
    reindeer: u32,
    elves: u32,
    helped: u32,
    delivered: bool,
}

struct North {
    state: Mutex<Workshop>,
    santa: Condvar,
    door: Condvar,
}

fn santa(north: &North) -> Vec<&'static str> {
    let mut log = vec![];
    let mut w = north.state.lock().unwrap();
    while log.len() < 2 {
        w = north
            .santa
            .wait_while(w, |w| !(w.reindeer == REINDEER && !w.delivered) && w.elves < GROUP)
            .unwrap();
        if w.reindeer == REINDEER && !w.delivered {
            w.delivered = true;
            log.push("deliver");
        } else {
            w.elves -= GROUP;
            w.helped += GROUP;
            log.push("help");
        }
        north.door.notify_all();
    }
    log
}

fn main() {
    let north = Arc::new(North { state: Mutex::default(), santa: Condvar::new(), door: Condvar::new() });
    let boss = {
        let north = north.clone();
        thread::spawn(move || santa(&north))
    };
    let mut threads = vec![];
    for _ in 0..REINDEER {
        let north = north.clone();
        threads.push(thread::spawn(move || {
            let mut w = north.state.lock().unwrap();
            w.reindeer += 1;
            north.santa.notify_one();
            drop(north.door.wait_while(w, |w| !w.delivered).unwrap());
        }));
    }
    for _ in 0..ELVES {
        let north = north.clone();
        threads.push(thread::spawn(move || {
            let mut w = north.state.lock().unwrap();
            w.elves += 1;
            if w.elves == GROUP {
                north.santa.notify_one();
            }
            while w.helped == 0 {
                w = north.door.wait(w).unwrap();
            }
        }));
    }
    threads.into_iter().for_each(|t| t.join().unwrap());
    let mut log = boss.join().unwrap();
    log.sort();
    println!("{log:?}");
}
