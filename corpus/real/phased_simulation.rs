//@ no-bug
//@ source: cellular automaton whose halves are computed by two threads, a barrier a step

use std::sync::{Arc, Barrier, RwLock};
use std::thread;

const WIDTH: usize = 8;
const STEPS: usize = 1;
const RULE: u8 = 90;

fn step(cells: &[bool], i: usize) -> bool {
    let left = cells[(i + WIDTH - 1) % WIDTH] as u8;
    let mid = cells[i] as u8;
    let right = cells[(i + 1) % WIDTH] as u8;
    RULE >> (left << 2 | mid << 1 | right) & 1 == 1
}

fn main() {
    let mut start = vec![false; WIDTH];
    start[WIDTH / 2] = true;
    let current = Arc::new(RwLock::new(start));
    let barrier = Arc::new(Barrier::new(2));
    let workers: Vec<_> = (0..2)
        .map(|w| {
            let (current, barrier) = (current.clone(), barrier.clone());
            thread::spawn(move || {
                let range = w * WIDTH / 2..(w + 1) * WIDTH / 2;
                for _ in 0..STEPS {
                    let next: Vec<bool> = {
                        let cells = current.read().unwrap();
                        range.clone().map(|i| step(&cells, i)).collect()
                    };
                    barrier.wait();
                    current.write().unwrap()[range.clone()].copy_from_slice(&next);
                    barrier.wait();
                }
            })
        })
        .collect();
    workers.into_iter().for_each(|w| w.join().unwrap());
    let line: String = current.read().unwrap().iter().map(|&c| if c { '#' } else { '.' }).collect();
    println!("{line}");
}
