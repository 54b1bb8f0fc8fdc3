//@ no-bug
//@ source: new, in the manner of a tutorial; an actor with replies, and clients that look at their number once, to know
//@ source: whose account they use: whoever has forgotten his number is like the others of his account, and without
//@ source: that no search ends soon
use std::collections::HashMap;
use std::sync::mpsc::{Sender, channel};
use std::thread;

enum Request {
    Read { name: String, reply: Sender<i64> },
    Deposit { name: String, amount: i64, reply: Sender<i64> },
}

#[derive(Clone)]
struct Bank {
    requests: Sender<Request>,
}

impl Bank {
    fn read(&self, name: &str) -> i64 {
        let (reply, answer) = channel();
        let name = name.to_string();
        self.requests.send(Request::Read { name, reply }).unwrap();
        answer.recv().unwrap()
    }

    fn deposit(&self, name: &str, amount: i64) -> i64 {
        let (reply, answer) = channel();
        let name = name.to_string();
        let request = Request::Deposit { name, amount, reply };
        self.requests.send(request).unwrap();
        answer.recv().unwrap()
    }
}

fn main() {
    let (requests, incoming) = channel();
    let server = thread::spawn(move || {
        let mut accounts: HashMap<String, i64> = HashMap::new();
        let mut served = 0;
        for request in incoming {
            served += 1;
            let (amount, reply) = match request {
                Request::Read { name, reply } => (accounts.get(&name).copied(), reply),
                Request::Deposit { name, amount, reply } => {
                    let account = accounts.entry(name).or_insert(0);
                    *account += amount;
                    (Some(*account), reply)
                }
            };
            let _ = reply.send(amount.unwrap_or(0));
        }
        served
    });
    let bank = Bank { requests };
    let clients: Vec<_> = (0..6)
        .map(|number| {
            let bank = bank.clone();
            thread::spawn(move || {
                let name = if number % 2 == 0 { "even" } else { "odd" };
                assert!(bank.deposit(name, 1) > 0);
            })
        })
        .collect();
    for client in clients {
        client.join().unwrap();
    }
    assert_eq!((bank.read("even"), bank.read("odd")), (3, 3));
    drop(bank);
    assert_eq!(server.join().unwrap(), 8);
}
