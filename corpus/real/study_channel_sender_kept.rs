//@ bug: deadlock
//@ source: bug study: the fan-in's own sender stays alive in the struct that also collects, so the collecting loop never ends

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

struct FanIn<T> {
    tx: Sender<T>,
    rx: Receiver<T>,
    producers: Vec<JoinHandle<()>>,
}

impl<T: Send + 'static> FanIn<T> {
    fn new() -> Self {
        let (tx, rx) = channel();
        FanIn { tx, rx, producers: Vec::new() }
    }

    fn producer(&mut self, f: impl FnOnce(&Sender<T>) + Send + 'static) -> &mut Self {
        let tx = self.tx.clone();
        self.producers.push(thread::spawn(move || f(&tx)));
        self
    }

    fn collect<C: FromIterator<T>>(self) -> C {
        let all = self.rx.iter().collect();
        for producer in self.producers {
            producer.join().unwrap();
        }
        all
    }
}

fn main() {
    let mut fan_in = FanIn::new();
    fan_in.producer(|tx| (0..2).for_each(|n| tx.send(n).unwrap())).producer(|tx| tx.send(10).unwrap());
    let all: Vec<i32> = fan_in.collect();
    println!("{}", all.len());
}
