//@ no-bug
//@ source: a phaser whose parties register and leave

use std::sync::{Condvar, Mutex};
use std::thread;
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct State {
    parties: usize,
    arrived: usize,
    phase: u32,
}
#[derive(Default)]
pub struct Phaser {
    state: Mutex<State>,
    advanced: Condvar,
}
pub struct Registration<'p> {
    phaser: &'p Phaser,
}
impl Phaser {
    pub fn register(&self) -> Registration<'_> {
        self.state.lock().unwrap().parties += 1;
        Registration { phaser: self }
    }
    fn arrive(&self, state: &mut State) -> bool {
        state.arrived += 1;
        if state.arrived == state.parties {
            state.arrived = 0;
            state.phase += 1;
            self.advanced.notify_all();
            true
        } else {
            false
        }
    }
}
impl Registration<'_> {
    pub fn arrive_and_wait(&self) -> u32 {
        let mut s = self.phaser.state.lock().unwrap();
        let phase = s.phase;
        if !self.phaser.arrive(&mut s) {
            s = self
                .phaser
                .advanced
                .wait_while(s, |s| s.phase == phase)
                .unwrap();
        }
        s.phase
    }
}
impl Drop for Registration<'_> {
    fn drop(&mut self) {
        let mut s = self.phaser.state.lock().unwrap();
        s.parties -= 1;
        if s.parties > 0 && s.arrived == s.parties {
            s.arrived = 0;
            s.phase += 1;
            self.phaser.advanced.notify_all();
        }
    }
}
fn main() {
    let p = Phaser::default();
    let regs = [p.register(), p.register()];
    let out = thread::scope(|sc| {
        let hs: Vec<_> = regs
            .into_iter()
            .enumerate()
            .map(|(i, r)| {
                sc.spawn(move || {
                    let mut v = vec![r.arrive_and_wait()];
                    if i == 0 {
                        v.push(r.arrive_and_wait());
                    }
                    v
                })
            })
            .collect();
        hs.into_iter()
            .map(|h| h.join().unwrap())
            .collect::<Vec<_>>()
    });
    assert_eq!(out, vec![vec![1, 2], vec![1]]);
    println!("{:?}", *p.state.lock().unwrap());
}
