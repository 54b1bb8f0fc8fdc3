//@ no-bug
//@ source: a generic parallel map over an iterator, results in order

use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;

trait ParMap: Iterator + Sized {
    fn par_map<B, F>(self, workers: usize, f: F) -> Vec<B>
    where
        Self::Item: Send + 'static,
        B: Send + 'static,
        F: Fn(Self::Item) -> B + Send + Sync + 'static,
    {
        let jobs: Vec<(usize, Self::Item)> = self.enumerate().collect();
        let n = jobs.len();
        let jobs = Arc::new(Mutex::new(jobs.into_iter()));
        let f = Arc::new(f);
        let (tx, rx) = mpsc::channel();
        for _ in 0..workers {
            let (jobs, f, tx) = (Arc::clone(&jobs), Arc::clone(&f), tx.clone());
            thread::spawn(move || loop {
                let job = jobs.lock().unwrap().next();
                match job {
                    Some((i, x)) => tx.send((i, f(x))).unwrap(),
                    None => break,
                }
            });
        }
        drop(tx);
        let mut results: Vec<Option<B>> = (0..n).map(|_| None).collect();
        for (i, b) in rx {
            results[i] = Some(b);
        }
        results.into_iter().map(Option::unwrap).collect()
    }
}

impl<I: Iterator> ParMap for I {}

fn main() {
    println!("{:?}", ["a", "bb"].into_iter().par_map(2, |s| s.len() * 10));
}
