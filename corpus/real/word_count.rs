//@ no-bug
//@ source: map and reduce over chunks of text

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc;
use std::thread;

const TEXT: &str = "one fish two fish
red fish blue fish
black fish blue fish old fish new fish";

fn count(chunk: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in chunk.split_whitespace() {
        *counts.entry(word.to_lowercase()).or_insert(0) += 1;
    }
    counts
}

fn main() {
    let (tx, rx) = mpsc::channel();
    let lines: Vec<&'static str> = TEXT.lines().collect();
    for line in lines {
        let tx = tx.clone();
        thread::spawn(move || {
            tx.send(count(line)).expect("receiver is gone");
        });
    }
    drop(tx);

    let mut total: BTreeMap<String, usize> = BTreeMap::new();
    for counts in rx {
        for (word, n) in counts {
            *total.entry(word).or_default() += n;
        }
    }
    for (word, n) in &total {
        println!("{word:>6} {n}");
    }
}
