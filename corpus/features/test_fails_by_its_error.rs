//@ bug: panic
//@ message: "the test returned an error: Short(1)"
//@ args: --entry every_vote_counts
//@ source: a test that fails by the error that it returns, which the report names, at the test

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

#[allow(dead_code)]
#[derive(Debug)]
enum Recount {
    Short(u32),
}

#[allow(dead_code)]
fn vote(votes: &AtomicU32) {
    let before = votes.load(Ordering::SeqCst);
    votes.store(before + 1, Ordering::SeqCst);
}

#[test]
fn every_vote_counts() -> Result<(), Recount> {
    let votes = AtomicU32::new(0);
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| vote(&votes));
        }
    });
    match votes.into_inner() {
        2 => Ok(()),
        fewer => Err(Recount::Short(fewer)),
    }
}

fn main() {}
