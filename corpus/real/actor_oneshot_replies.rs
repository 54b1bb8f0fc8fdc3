//@ no-bug
//@ outcomes: 2
//@ source: actor pattern: an enum of messages, each request with its own reply channel, and a typed handle

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, RecvError, Sender};
use std::thread::{self, JoinHandle};

#[derive(Debug)]
enum Message {
    Put { key: String, value: i64, reply: Sender<Option<i64>> },
    Get { key: String, reply: Sender<Option<i64>> },
    Update(String, fn(i64) -> i64),
    Stop,
}

struct Store {
    inbox: Receiver<Message>,
    data: HashMap<String, i64>,
    handled: usize,
}

impl Store {
    fn run(mut self) -> (usize, Vec<(String, i64)>) {
        while let Ok(message) = self.inbox.recv() {
            self.handled += 1;
            match message {
                Message::Put { key, value, reply } => {
                    let old = self.data.insert(key, value);
                    let _ = reply.send(old);
                }
                Message::Get { ref key, reply } => {
                    reply.send(self.data.get(key).copied()).ok();
                }
                Message::Update(key, f) => {
                    self.data.entry(key).and_modify(|v| *v = f(*v)).or_insert_with(|| f(0));
                }
                Message::Stop => break,
            }
        }
        let mut all: Vec<_> = self.data.into_iter().collect();
        all.sort();
        (self.handled, all)
    }
}

#[derive(Clone)]
struct Handle {
    sender: Sender<Message>,
}

impl Handle {
    fn ask(&self, make: impl FnOnce(Sender<Option<i64>>) -> Message) -> Result<Option<i64>, RecvError> {
        let (tx, rx) = mpsc::channel();
        self.sender.send(make(tx)).map_err(|_| RecvError)?;
        rx.recv()
    }
    fn get(&self, key: &str) -> Option<i64> {
        self.ask(|reply| Message::Get { key: key.into(), reply }).ok().flatten()
    }
    fn put(&self, key: &str, value: i64) -> Option<i64> {
        self.ask(|reply| Message::Put { key: key.into(), value, reply }).unwrap_or_default()
    }
}

fn start() -> (Handle, JoinHandle<(usize, Vec<(String, i64)>)>) {
    let (sender, inbox) = mpsc::channel();
    let store = Store { inbox, data: HashMap::new(), handled: 0 };
    (Handle { sender }, thread::spawn(move || store.run()))
}

fn main() {
    let (handle, join) = start();
    handle.put("a", 1);
    let other = handle.clone();
    let t = thread::spawn(move || {
        other.sender.send(Message::Update("a".into(), |v| v * 10)).unwrap();
        other.get("a")
    });
    let seen = handle.put("a", 5);
    println!("{:?}", t.join().unwrap().is_some());
    println!("{seen:?} {:?}", handle.get("b"));
    handle.sender.send(Message::Stop).unwrap();
    let (handled, _) = join.join().unwrap();
    println!("{handled} {:?}", handle.get("a"));
}
