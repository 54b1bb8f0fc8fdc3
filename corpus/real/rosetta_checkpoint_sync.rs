//@ no-bug
//@ source: Rosetta Code style: workers that meet at a checkpoint after each part, with a hand-made barrier

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

pub struct Checkpoint {
    workers: Mutex<(usize, usize, u32)>,
    released: Condvar,
}

impl Checkpoint {
    fn new(size: usize) -> Self {
        Checkpoint { workers: Mutex::new((size, 0, 0)), released: Condvar::new() }
    }

    fn deliver(&self) -> u32 {
        let mut state = self.workers.lock().unwrap();
        state.1 += 1;
        let (size, arrived, round) = *state;
        if arrived == size {
            state.1 = 0;
            state.2 += 1;
            self.released.notify_all();
            return round;
        }
        while state.2 == round {
            state = self.released.wait(state).unwrap();
        }
        round
    }
}

fn main() {
    const ROUNDS: usize = 2;
    let checkpoint = Arc::new(Checkpoint::new(2));
    let parts = Arc::new(Mutex::new([[0u8; 2]; ROUNDS]));
    let mut handles = Vec::new();
    for id in 0..2 {
        let (checkpoint, parts) = (Arc::clone(&checkpoint), Arc::clone(&parts));
        handles.push(thread::spawn(move || {
            for round in 0..ROUNDS {
                parts.lock().unwrap()[round][id] = b'A' + id as u8;
                assert_eq!(checkpoint.deliver() as usize, round);
                let all = parts.lock().unwrap();
                assert!(all[round].iter().all(|p| p.is_ascii_uppercase()), "incomplete {:?}", *all);
            }
        }));
    }
    handles.into_iter().try_for_each(|h| h.join()).unwrap();
    for row in parts.lock().unwrap().iter() {
        println!("{}", std::str::from_utf8(row).unwrap());
    }
}
