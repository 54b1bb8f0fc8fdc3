//@ no-bug
//@ source: counting words: a thread a line, one map of counts

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let text = [
        "the quick brown fox",
        "jumps over the lazy dog",
        "the dog barks",
        "fox and dog run",
    ];
    let counts: Arc<Mutex<HashMap<String, usize>>> = Arc::default();
    let counters: Vec<_> = text
        .iter()
        .map(|line| {
            let (counts, line) = (Arc::clone(&counts), line.to_string());
            thread::spawn(move || {
                for word in line.split_whitespace() {
                    *counts.lock().unwrap().entry(word.to_owned()).or_insert(0) += 1;
                }
            })
        })
        .collect();
    for counter in counters {
        counter.join().unwrap();
    }
    let counts = counts.lock().unwrap();
    let mut words: Vec<_> = counts.iter().collect();
    words.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    assert_eq!(words[..3], [(&"dog".to_string(), &3), (&"the".to_string(), &3), (&"fox".to_string(), &2)]);
    assert_eq!(counts["the"], 3);
}
