//@ no-bug
//@ source: an agent puts two of three things on the table; the smoker who has the third takes them

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    Paper,
    Tobacco,
    Match,
}

use Thing::*;

const ALL: [Thing; 3] = [Paper, Tobacco, Match];

#[derive(Default)]
struct Table {
    state: Mutex<(Vec<Thing>, bool)>,
    changed: Condvar,
}

impl Table {
    fn put_all_but(&self, held: Thing) {
        let mut s = self.changed.wait_while(self.state.lock().unwrap(), |s| !s.0.is_empty()).unwrap();
        s.0.extend(ALL.iter().filter(|t| **t != held));
        self.changed.notify_all();
    }

    fn finish(&self) {
        let mut s = self.changed.wait_while(self.state.lock().unwrap(), |s| !s.0.is_empty()).unwrap();
        s.1 = true;
        self.changed.notify_all();
    }

    fn smoke(&self, mine: Thing) -> usize {
        let mut smoked = 0;
        let mut s = self.state.lock().unwrap();
        loop {
            if !s.0.is_empty() && !s.0.contains(&mine) {
                s.0.clear();
                smoked += 1;
                self.changed.notify_all();
            } else if s.1 {
                return smoked;
            } else {
                s = self.changed.wait(s).unwrap();
            }
        }
    }
}

fn main() {
    let table = Arc::new(Table::default());
    let smokers = [Paper, Match].map(|thing| {
        let table = Arc::clone(&table);
        thread::spawn(move || table.smoke(thing))
    });
    table.put_all_but(Match);
    table.finish();
    println!("{:?}", smokers.map(|s| s.join().unwrap()));
}
