//@ no-bug
//@ source: new; who waits and counts how often he looked waits for ever no more than who does not count
use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn main() {
    let turn = Arc::new(AtomicUsize::new(0));
    let players: Vec<_> = (0..3)
        .map(|id| {
            let turn = Arc::clone(&turn);
            thread::spawn(move || {
                let mut spins: u64 = 0;
                for round in 0..2 {
                    while turn.load(Ordering::Acquire) != round * 3 + id {
                        spins += 1;
                        hint::spin_loop();
                    }
                    turn.fetch_add(1, Ordering::Release);
                }
                println!("player {id} looked {spins} times in vain");
                spins > 0
            })
        })
        .collect();
    let waited = players.into_iter().map(|player| player.join().unwrap());
    assert!(waited.filter(|&waited| waited).count() <= 3);
    assert_eq!(turn.load(Ordering::Relaxed), 6);
}
