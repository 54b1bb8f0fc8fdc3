//@ no-bug
//@ source: a thread pool whose jobs answer through promises, blog post style

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

type Task = Box<dyn FnOnce() + Send + 'static>;
enum Message {
    Run(Task),
    Stop,
}

pub struct Pool {
    workers: Vec<Option<JoinHandle<usize>>>,
    tx: Sender<Message>,
}

pub struct Promise<T>(Receiver<T>);
impl<T> Promise<T> {
    fn wait(self) -> Option<T> {
        self.0.recv().ok()
    }
}

impl Pool {
    pub fn new(n: usize) -> Pool {
        assert!(n > 0, "a pool needs workers");
        let (tx, rx) = mpsc::channel();
        let rx = Arc::new(Mutex::new(rx));
        let workers = (0..n)
            .map(|id| {
                let rx = Arc::clone(&rx);
                Some(thread::spawn(move || {
                    let mut done = 0usize;
                    loop {
                        let msg = rx.lock().unwrap().recv();
                        match msg {
                            Ok(Message::Run(task)) => {
                                task();
                                done += 1;
                            }
                            Ok(Message::Stop) | Err(_) => break done + id * 0,
                        }
                    }
                }))
            })
            .collect();
        Pool { workers, tx }
    }
    pub fn submit<F, T>(&self, f: F) -> Promise<T>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        let (tx, rx) = mpsc::channel();
        self.tx
            .send(Message::Run(Box::new(move || {
                let _ = tx.send(f());
            })))
            .ok()
            .expect("pool is alive");
        Promise(rx)
    }
}
impl Drop for Pool {
    fn drop(&mut self) {
        for _ in &self.workers {
            let _ = self.tx.send(Message::Stop);
        }
        let total: usize = self
            .workers
            .iter_mut()
            .filter_map(|w| w.take())
            .map(|w| w.join().unwrap())
            .sum();
        println!("ran {total}");
    }
}

fn main() {
    let pool = Pool::new(2);
    let promises: Vec<_> = (1..=2u64)
        .map(|i| pool.submit(move || (1..=i).product::<u64>()))
        .collect();
    let out: Vec<Option<u64>> = promises.into_iter().map(Promise::wait).collect();
    println!("{out:?}");
}
