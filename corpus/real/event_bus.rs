//@ no-bug
//@ source: publish and subscribe with boxed callbacks and weak subscriptions

use std::sync::{Arc, Mutex, Weak};
use std::thread;

type Callback = Box<dyn Fn(&str) + Send + Sync>;

#[derive(Default)]
struct Bus {
    subscribers: Mutex<Vec<Weak<Callback>>>,
}

impl Bus {
    fn subscribe<F>(&self, f: F) -> Arc<Callback>
    where
        F: Fn(&str) + Send + Sync + 'static,
    {
        let callback: Arc<Callback> = Arc::new(Box::new(f));
        self.subscribers.lock().unwrap().push(Arc::downgrade(&callback));
        callback
    }

    fn publish(&self, event: &str) -> usize {
        let alive: Vec<Arc<Callback>> = {
            let mut subs = self.subscribers.lock().unwrap();
            subs.retain(|s| s.strong_count() > 0);
            subs.iter().filter_map(Weak::upgrade).collect()
        };
        for callback in &alive {
            callback(event);
        }
        alive.len()
    }
}

fn main() {
    let bus = Arc::new(Bus::default());
    let log = Arc::new(Mutex::new(Vec::new()));
    let l = Arc::clone(&log);
    let first = bus.subscribe(move |e| l.lock().unwrap().push(format!("first {e}")));
    let l = log.clone();
    let second = bus.subscribe(move |e| l.lock().unwrap().push(format!("second {e}")));
    println!("{}", bus.publish("a"));
    drop(first);
    let b = Arc::clone(&bus);
    println!("{}", thread::spawn(move || b.publish("b")).join().unwrap());
    drop(second);
    println!("{}", bus.publish("c"));
    println!("{:?}", log.lock().unwrap());
}
