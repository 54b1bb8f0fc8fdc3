//@ bug: deadlock
//@ source: an account tells its log under its lock, and the log, when flushed, asks the account
//@ source: under its own: ABBA through trait objects

use std::sync::{Arc, Mutex, RwLock, Weak};
use std::thread;

trait Listener: Send + Sync {
    fn changed(&self, what: &str);
}

trait Named {
    fn name(&self) -> String;
}

struct Account {
    owner: Mutex<String>,
    balance: Mutex<i64>,
    listeners: RwLock<Vec<Arc<dyn Listener>>>,
}

struct Log {
    lines: Mutex<Vec<String>>,
    source: Weak<Account>,
}

impl Named for Account {
    fn name(&self) -> String {
        let b = self.balance.lock().unwrap();
        format!("{} ({:+})", self.owner.lock().unwrap(), *b)
    }
}

impl Account {
    fn deposit(&self, n: i64) {
        let mut b = self.balance.lock().unwrap();
        *b += n;
        for l in self.listeners.read().unwrap().iter() {
            l.changed(&format!("balance is {b}"));
        }
    }
}

impl Listener for Log {
    fn changed(&self, what: &str) {
        self.lines.lock().unwrap().push(what.to_uppercase());
    }
}

impl Log {
    fn flush(&self, sink: &mut dyn FnMut(&str)) {
        let mut lines = self.lines.lock().unwrap();
        let header: Box<dyn Named> = match self.source.upgrade() {
            Some(a) => Box::new(Handle(a)),
            None => return,
        };
        if lines.is_empty() {
            return;
        }
        sink(&header.name());
        for l in lines.drain(..) {
            sink(&l);
        }
    }
}

struct Handle(Arc<Account>);
impl Named for Handle {
    fn name(&self) -> String {
        self.0.name()
    }
}

fn main() {
    let account = Arc::new(Account {
        owner: Mutex::new("alice".into()),
        balance: Mutex::new(0),
        listeners: Default::default(),
    });
    let log = Arc::new(Log { lines: Mutex::default(), source: Arc::downgrade(&account) });
    account.listeners.write().unwrap().push(log.clone() as Arc<dyn Listener>);
    let payer = {
        let account = Arc::clone(&account);
        thread::spawn(move || (1..=2).for_each(|i| account.deposit(i * 50)))
    };
    let flusher = thread::spawn(move || {
        for _ in 0..2 {
            log.flush(&mut |l| println!("{l}"));
        }
    });
    payer.join().unwrap();
    flusher.join().unwrap();
}
