//! A thread that searches with a regular expression, and a queue.

use either::Either;
use once_cell::sync::Lazy;
use regex::Regex;

static PATTERN: Lazy<Regex> = Lazy::new(|| Regex::new("a+b").expect("a pattern"));

fn main() {
    let found = crossbeam::queue::SegQueue::new();
    crossbeam::scope(|scope| {
        scope.spawn(|_| {
            if PATTERN.is_match("aab") {
                found.push(Either::Left(1));
            }
        });
    })
    .expect("no panic");
    if memchr::memchr(b'b', b"ab").is_some() {
        found.push(Either::Right("ab"));
    }
    let mut counts: hashbrown::HashMap<bool, usize, ahash::RandomState> =
        hashbrown::HashMap::default();
    while let Some(one) = found.pop() {
        *counts.entry(one.is_left()).or_default() += 1;
    }
    assert_eq!(counts.values().sum::<usize>(), 2);
    assert!(rayon_core::current_thread_index().is_none() && num_cpus::get() > 0);
    assert_eq!(chrono::Duration::seconds(90).num_minutes(), 1);
}
