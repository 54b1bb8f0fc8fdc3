//@ no-bug
//@ outcomes: 2
//@ source: observer pattern with weak listeners behind a lock; one listener dies while events are sent

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::thread;

trait Observer: Send + Sync {
    fn notify(&self, event: &Event);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Event {
    Started,
    Progress(u8),
}

#[derive(Default)]
struct Subject {
    observers: Mutex<Vec<Weak<dyn Observer>>>,
}

impl Subject {
    fn attach(&self, observer: &Arc<impl Observer + 'static>) {
        let weak = Arc::downgrade(observer) as Weak<dyn Observer>;
        self.observers.lock().unwrap().push(weak);
    }

    fn emit(&self, event: Event) -> usize {
        let live: Vec<Arc<dyn Observer>> = {
            let mut observers = self.observers.lock().unwrap();
            observers.retain(|o| o.strong_count() > 0);
            observers.iter().filter_map(Weak::upgrade).collect()
        };
        live.iter().for_each(|o| o.notify(&event));
        live.len()
    }
}

struct Counter(AtomicU32);
impl Observer for Counter {
    fn notify(&self, event: &Event) {
        let by = match *event {
            Event::Started => 1,
            Event::Progress(p) if p >= 100 => 50,
            Event::Progress(p) => u32::from(p),
        };
        self.0.fetch_add(by, Ordering::SeqCst);
    }
}
struct LastEvent(Mutex<Option<Event>>);
impl Observer for LastEvent {
    fn notify(&self, event: &Event) {
        let mut last = self.0.lock().unwrap();
        *last = (*last).max(Some(*event));
    }
}

fn main() {
    let subject = Arc::new(Subject::default());
    let counter = Arc::new(Counter(AtomicU32::new(0)));
    let last = Arc::new(LastEvent(Mutex::new(None)));
    subject.attach(&counter);
    subject.attach(&last);
    println!("{}", subject.emit(Event::Started));
    let sender = {
        let subject = Arc::clone(&subject);
        thread::spawn(move || subject.emit(Event::Progress(100)))
    };
    println!("{:?}", last.0.lock().unwrap().is_some());
    drop(last);
    let n = sender.join().unwrap();
    assert!(n == 1 || n == 2);
    println!("{n} {}", counter.0.load(Ordering::SeqCst));
}
