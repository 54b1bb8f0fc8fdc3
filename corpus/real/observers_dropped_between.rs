//@ bug: panic
//@ message: "only live ones are left"
//@ source: a subject forgets dead weak observers, lets its lock go, and takes the rest to be alive

use std::cell::RefCell;
use std::sync::{Arc, Mutex, Weak};
use std::thread;

trait Observer: Send + Sync {
    fn notify(&self, n: u32);
    fn label(&self) -> &str { "anonymous" }
}

struct Counter { label: String, sum: Mutex<u32> }

impl Observer for Counter {
    fn notify(&self, n: u32) { *self.sum.lock().unwrap() += n; }
    fn label(&self) -> &str { &self.label }
}

#[derive(Default)]
struct Subject { observers: Mutex<Vec<Weak<dyn Observer>>> }

impl Subject {
    fn attach(&self, o: &Arc<impl Observer + 'static>) {
        let weak: Weak<dyn Observer> = Arc::downgrade(&(o.clone() as Arc<dyn Observer>));
        self.observers.lock().unwrap().push(weak);
    }

    fn alive(&self) -> usize {
        let mut list = self.observers.lock().unwrap();
        list.retain(|w| w.strong_count() > 0);
        list.len()
    }

    fn emit(&self, n: u32) -> usize {
        let count = self.alive();
        let list = self.observers.lock().unwrap();
        for w in list.iter() {
            let o = w.upgrade().expect("only live ones are left");
            o.notify(n);
            TRACE.with(|t| t.borrow_mut().push(format!("{}+{n}", o.label())));
        }
        count
    }
}

thread_local! {
    static TRACE: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn main() {
    let subject = Arc::new(Subject::default());
    let keep = Arc::new(Counter { label: "keep".into(), sum: Mutex::new(0) });
    let brief = Arc::new(Counter { label: "brief".into(), sum: Mutex::new(0) });
    subject.attach(&keep);
    subject.attach(&brief);
    let emitter = thread::spawn({
        let subject = Arc::clone(&subject);
        move || {
            let n = subject.emit(1) + subject.emit(2);
            (n, TRACE.take())
        }
    });
    let dropper = thread::spawn(move || {
        let seen = *brief.sum.lock().unwrap();
        drop(brief);
        seen
    });
    let seen = dropper.join().unwrap();
    let (n, trace) = emitter.join().unwrap();
    assert!((2..=4).contains(&n) && seen <= 3);
    assert!(trace.iter().filter(|t| t.starts_with("keep")).count() == 2, "{trace:?}");
    assert!(TRACE.with_borrow(|t| t.is_empty()));
}
