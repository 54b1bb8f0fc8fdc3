//@ no-bug
//@ source: a countdown latch and a phaser that parties may leave, on one condvar

use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

fn locked<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

pub struct CountDownLatch {
    count: Mutex<usize>,
    zero: Condvar,
}

impl CountDownLatch {
    pub fn new(count: NonZeroUsize) -> Self {
        Self { count: Mutex::new(count.get()), zero: Condvar::new() }
    }
    pub fn count_down(&self) {
        let mut count = locked(&self.count);
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.zero.notify_all();
        }
    }
    pub fn wait(&self) {
        let count = locked(&self.count);
        let _count = self.zero.wait_while(count, |c| *c > 0).unwrap();
    }
}

#[derive(Debug)]
struct Phase {
    parties: usize,
    arrived: usize,
    number: u32,
}

pub struct Phaser {
    phase: Mutex<Phase>,
    advanced: Condvar,
}

impl Phaser {
    fn new(parties: usize) -> Self {
        Self { phase: Mutex::new(Phase { parties, arrived: 0, number: 0 }), advanced: Condvar::new() }
    }
    fn advance_if_complete(&self, phase: &mut Phase) {
        if phase.arrived == phase.parties {
            phase.arrived = 0;
            phase.number += 1;
            self.advanced.notify_all();
        }
    }
    fn arrive_and_wait(&self) -> u32 {
        let mut phase = locked(&self.phase);
        let mine = phase.number;
        phase.arrived += 1;
        self.advance_if_complete(&mut phase);
        while phase.number == mine {
            phase = self.advanced.wait(phase).unwrap();
        }
        mine
    }
    fn arrive_and_leave(&self) {
        let mut phase = locked(&self.phase);
        phase.parties -= 1;
        self.advance_if_complete(&mut phase);
    }
}

fn main() {
    let latch = Arc::new(CountDownLatch::new(NonZeroUsize::new(2).unwrap()));
    let phaser = Arc::new(Phaser::new(2));
    let workers: Vec<_> = (1..=2u32)
        .map(|rounds| {
            let (latch, phaser) = (latch.clone(), Arc::clone(&phaser));
            thread::spawn(move || {
                let mut seen = Vec::new();
                for _ in 0..rounds {
                    seen.push(phaser.arrive_and_wait());
                }
                phaser.arrive_and_leave();
                latch.count_down();
                seen
            })
        })
        .collect();
    latch.wait();
    for worker in workers {
        println!("{:?}", worker.join().unwrap());
    }
    println!("{}", locked(&phaser.phase).parties);
}
