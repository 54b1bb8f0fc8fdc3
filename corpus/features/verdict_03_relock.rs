//@ bug: deadlock
//@ source: a method locks, and calls another that locks the same

use std::sync::Mutex;

#[derive(Default)]
struct Stats {
    samples: Mutex<Vec<f64>>,
}

impl Stats {
    fn len(&self) -> usize {
        self.samples.lock().unwrap().len()
    }

    fn mean(&self) -> f64 {
        let samples = self.samples.lock().unwrap();
        samples.iter().sum::<f64>() / self.len() as f64
    }
}

fn main() {
    let s = Stats::default();
    s.samples.lock().unwrap().push(1.0);
    println!("{}", s.mean());
}
