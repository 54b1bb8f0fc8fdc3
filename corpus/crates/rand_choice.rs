//@ bug: panic
//@ source: one of six faces breaks the program: every one is tried; the seeded numbers stay the same

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng, thread_rng};
use std::sync::mpsc;
use std::thread;

fn main() {
    let mut seeded = StdRng::seed_from_u64(42);
    let first: Vec<u32> = (0..4).map(|_| seeded.gen_range(0..1000)).collect();
    let mut again = StdRng::seed_from_u64(42);
    assert!(first.iter().all(|&n| n == again.gen_range(0..1000)));

    let (tx, rx) = mpsc::channel();
    thread::spawn(move || {
        let face = thread_rng().gen_range(1..=6);
        let stake = *[10, 20].choose(&mut thread_rng()).unwrap();
        tx.send((face, stake, rand::random::<bool>())).unwrap();
    });
    let (face, stake, heads) = rx.recv().unwrap();
    assert!(!(face == 6 && stake == 20 && heads), "the bank is broke");
}
