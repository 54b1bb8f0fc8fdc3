//@ no-bug
//@ source: a work queue of boxed jobs with results, a closed flag and panics caught per job

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

type Job<T> = Box<dyn FnOnce() -> T + Send>;

struct State<T> {
    jobs: VecDeque<(usize, Job<T>)>,
    results: Vec<Option<Result<T, String>>>,
    closed: bool,
}

struct Queue<T> {
    state: Mutex<State<T>>,
    available: Condvar,
}

fn message(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<&'static str>() {
        Ok(text) => text.to_string(),
        Err(payload) => payload.downcast_ref::<String>().cloned().unwrap_or_else(|| "?".into()),
    }
}

impl<T: Send + 'static> Queue<T> {
    fn new() -> Arc<Self> {
        let state = State { jobs: VecDeque::new(), results: Vec::new(), closed: false };
        Arc::new(Queue { state: Mutex::new(state), available: Condvar::new() })
    }

    fn submit(&self, job: impl FnOnce() -> T + Send + 'static) -> usize {
        let mut state = self.state.lock().unwrap();
        let id = state.results.len();
        state.results.push(None);
        state.jobs.push_back((id, Box::new(job)));
        self.available.notify_one();
        id
    }

    fn close(&self) {
        self.state.lock().unwrap().closed = true;
        self.available.notify_all();
    }

    fn work(&self) {
        loop {
            let mut state = self.available.wait_while(self.state.lock().unwrap(), |s| s.jobs.is_empty() && !s.closed).unwrap();
            let Some((id, job)) = state.jobs.pop_front() else { return };
            drop(state);
            let result = panic::catch_unwind(AssertUnwindSafe(job)).map_err(message);
            self.state.lock().unwrap().results[id] = Some(result);
        }
    }
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    let queue = Queue::new();
    let workers = [(); 2].map(|()| {
        let queue = Arc::clone(&queue);
        thread::spawn(move || queue.work())
    });
    let base = String::from("abc");
    queue.submit(move || base.len());
    queue.submit(|| panic!("job {} failed", 1));
    queue.close();
    for worker in workers {
        worker.join().unwrap();
    }
    let state = queue.state.lock().unwrap();
    for (id, result) in state.results.iter().enumerate() {
        println!("{id}: {:?}", result.as_ref().unwrap());
    }
}
