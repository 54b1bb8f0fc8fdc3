//@ bug: panic
//@ source: three time limits in a row run out while the answer is on its way
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

fn main() {
    let (answer, answers) = mpsc::channel();
    let worker = thread::spawn(move || answer.send(42));
    let mut found = None;
    for _ in 0..3 {
        if let Ok(answer) = answers.recv_timeout(Duration::from_millis(100)) {
            found = Some(answer);
            break;
        }
    }
    assert_eq!(found, Some(42), "no answer");
    worker.join().unwrap().unwrap();
}
