//@ no-bug
//@ edition: 2018
//@ source: the thread pool as it was written before 2021: FnBox, traits without dyn

use std::sync::{mpsc, Arc, Mutex};
use std::thread;
trait FnBox {
    fn call_box(self: Box<Self>);
}
impl<F: FnOnce()> FnBox for F {
    fn call_box(self: Box<F>) {
        (*self)()
    }
}
type Job = Box<FnBox + Send + 'static>;
type Cb = Arc<Fn(usize) -> usize + Send + Sync>;
enum Message {
    NewJob(Job),
    Terminate,
}
pub struct ThreadPool {
    workers: Vec<Worker>,
    sender: mpsc::Sender<Message>,
    cb: Option<Cb>,
}
struct Worker {
    id: usize,
    thread: Option<thread::JoinHandle<()>>,
}
impl Worker {
    fn new(id: usize, receiver: Arc<Mutex<mpsc::Receiver<Message>>>) -> Worker {
        let thread = thread::spawn(move || loop {
            let message = receiver.lock().unwrap().recv().unwrap();
            match message {
                Message::NewJob(job) => {
                    job.call_box();
                }
                Message::Terminate => {
                    break;
                }
            }
        });
        Worker {
            id,
            thread: Some(thread),
        }
    }
}
impl ThreadPool {
    pub fn new(size: usize) -> ThreadPool {
        assert!(size > 0);
        let (sender, receiver) = mpsc::channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let mut workers = Vec::with_capacity(size);
        for id in 0..size {
            workers.push(Worker::new(id, Arc::clone(&receiver)));
        }
        ThreadPool {
            workers,
            sender,
            cb: None,
        }
    }
    pub fn on_done(&mut self, f: impl Fn(usize) -> usize + Send + Sync + 'static) -> &mut Self {
        self.cb = Some(Arc::new(f));
        self
    }
    pub fn execute<F>(&self, f: F)
    where
        F: FnOnce() + Send + 'static,
    {
        self.sender.send(Message::NewJob(Box::new(f))).unwrap();
    }
}
impl Drop for ThreadPool {
    fn drop(&mut self) {
        for _ in &mut self.workers {
            self.sender.send(Message::Terminate).unwrap();
        }
        for worker in &mut self.workers {
            if let Some(thread) = worker.thread.take() {
                thread.join().unwrap();
            }
        }
        if let Some(ref cb) = self.cb {
            println!("done {}", cb(self.workers.iter().map(|w| w.id).sum()));
        }
    }
}
fn apply(fs: &[&dyn Fn(i32) -> i32], g: &mut FnMut(i32), h: &'static (Fn(i32) -> bool + Sync)) {
    for f in fs {
        let x = f(3);
        if h(x) {
            g(x)
        }
    }
}
fn main() {
    let total = Arc::new(Mutex::new(0));
    {
        let mut pool = ThreadPool::new(2);
        pool.on_done(|n| n + 100);
        for i in 0..3 {
            let t = total.clone();
            pool.execute(move || *t.lock().unwrap() += i);
        }
    }
    println!("{}", total.lock().unwrap());
    let mut v = vec![];
    apply(&[&|x| x + 1, &|x| x * x], &mut |x| v.push(x), &|x| x > 4);
    println!("{:?}", v);
    let arr = [1, 2, 3];
    for x in arr.into_iter() {
        let _: &i32 = x;
    }
    println!("{}", format!("{:?}", arr.iter().rev().collect::<Vec<_>>()));
    let r = std::panic::catch_unwind(|| panic!("{}"));
    println!("{:?}", r.unwrap_err().downcast_ref::<&str>());
}
