//@ no-bug
//@ source: an actor with a handle, requests with reply channels

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

enum Request {
    Deposit(u64),
    Withdraw { amount: u64, reply: Sender<Result<u64, String>> },
    Balance(Sender<u64>),
}

struct BankActor {
    inbox: Receiver<Request>,
    balance: u64,
}

impl BankActor {
    fn run(mut self) -> u64 {
        while let Ok(request) = self.inbox.recv() {
            self.handle(request);
        }
        self.balance
    }

    fn handle(&mut self, request: Request) {
        match request {
            Request::Deposit(n) => self.balance += n,
            Request::Withdraw { amount, reply } => {
                let result = match self.balance.checked_sub(amount) {
                    Some(rest) => {
                        self.balance = rest;
                        Ok(rest)
                    }
                    None => Err(format!("only {} left", self.balance)),
                };
                let _ = reply.send(result);
            }
            Request::Balance(reply) => reply.send(self.balance).unwrap_or(()),
        }
    }
}

#[derive(Clone)]
struct Bank {
    tx: Sender<Request>,
}

impl Bank {
    fn start() -> (Bank, JoinHandle<u64>) {
        let (tx, inbox) = mpsc::channel();
        let actor = BankActor { inbox, balance: 0 };
        (Bank { tx }, thread::spawn(move || actor.run()))
    }

    fn deposit(&self, n: u64) {
        self.tx.send(Request::Deposit(n)).unwrap();
    }

    fn withdraw(&self, amount: u64) -> Result<u64, String> {
        let (reply, answer) = mpsc::channel();
        self.tx.send(Request::Withdraw { amount, reply }).unwrap();
        answer.recv().unwrap()
    }

    fn balance(&self) -> u64 {
        let (reply, answer) = mpsc::channel();
        self.tx.send(Request::Balance(reply)).unwrap();
        answer.recv().unwrap()
    }
}

fn main() {
    let (bank, actor) = Bank::start();
    bank.deposit(100);
    println!("{:?}", bank.withdraw(30));
    println!("{:?}", bank.withdraw(300));
    let other = bank.clone();
    thread::spawn(move || other.deposit(5)).join().unwrap();
    println!("{}", bank.balance());
    drop(bank);
    println!("{}", actor.join().unwrap());
}
