//@ bug: deadlock
//@ source: a pool that joins its workers while its sender still lives

use std::sync::{
    mpsc::{self, Receiver, Sender},
    Arc, Mutex,
};
use std::thread::JoinHandle;
type Job = Box<dyn FnOnce() + Send + 'static>;
struct Worker {
    id: usize,
    handle: Option<JoinHandle<()>>,
}
impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(h) = self.handle.take() {
            h.join()
                .unwrap_or_else(|_| panic!("worker {} died", self.id));
        }
    }
}
struct Pool {
    workers: Vec<Worker>,
    tx: Sender<Job>,
}
impl Pool {
    fn new(n: usize) -> Pool {
        let (tx, rx): (Sender<Job>, Receiver<Job>) = mpsc::channel();
        let rx = Arc::new(Mutex::new(rx));
        let workers = (0..n)
            .map(|id| {
                let rx = Arc::clone(&rx);
                Worker {
                    id,
                    handle: Some(std::thread::spawn(move || {
                        while let Ok(job) = {
                            let r = rx.lock().unwrap();
                            r.recv()
                        } {
                            job()
                        }
                    })),
                }
            })
            .collect();
        Pool { workers, tx }
    }
    fn exec<F>(&self, f: F)
    where
        F: FnOnce() + Send + 'static,
    {
        self.tx.send(Box::new(f)).unwrap();
    }
}
fn main() {
    let (tx, rx) = mpsc::channel();
    {
        let pool = Pool::new(2);
        for i in 0..2 {
            let tx = tx.clone();
            pool.exec(move || tx.send(i * 10).unwrap());
        }
        drop(tx);
        println!("workers: {}", pool.workers.len());
    }
    println!("{}", rx.iter().sum::<i32>());
}
