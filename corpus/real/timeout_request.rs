//@ no-bug
//@ outcomes: 2
//@ source: a request with a timeout: the answer comes, or it does not

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

fn ask(question: &'static str) -> Result<String, &'static str> {
    let (tx, rx) = mpsc::channel();
    thread::spawn(move || {
        let _ = tx.send(question.to_uppercase());
    });
    match rx.recv_timeout(Duration::from_millis(50)) {
        Ok(answer) => Ok(answer),
        Err(RecvTimeoutError::Timeout) => Err("timed out"),
        Err(RecvTimeoutError::Disconnected) => Err("nobody answers"),
    }
}

fn main() {
    match ask("why") {
        Ok(answer) => println!("{answer}"),
        Err(why) => println!("{why}"),
    }
}
