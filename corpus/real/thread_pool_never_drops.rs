//@ bug: deadlock
//@ source: the pool of a tutorial that joins its workers before it closes the channel

use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{spawn, JoinHandle};

struct Pool {
    tx: Sender<Box<dyn FnOnce() + Send>>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    fn new(n: usize) -> Self {
        let (tx, rx) = channel();
        let rx: Arc<Mutex<Receiver<Box<dyn FnOnce() + Send>>>> = Arc::new(Mutex::new(rx));
        let workers = (0..n)
            .map(|_| {
                let rx = rx.clone();
                spawn(move || loop {
                    let job = match rx.lock().unwrap().recv() {
                        Ok(job) => job,
                        Err(_) => return,
                    };
                    job();
                })
            })
            .collect();
        Pool { tx, workers }
    }

    fn run(&self, job: impl FnOnce() + Send + 'static) {
        self.tx.send(Box::new(job)).ok();
    }

    fn finish(self) {
        for w in self.workers {
            w.join().unwrap();
        }
        drop(self.tx);
    }
}

fn main() {
    let pool = Pool::new(2);
    pool.run(|| println!("job"));
    pool.finish();
}
