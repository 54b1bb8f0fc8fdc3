//@ bug: deadlock
//@ source: bug study: a send into a full bounded channel, under the lock that the receiver takes

use std::sync::mpsc::{sync_channel, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;

struct Log {
    lines: Mutex<Vec<String>>,
    tx: SyncSender<usize>,
}

impl Log {
    fn append(&self, line: &str) {
        let mut lines = self.lines.lock().unwrap();
        lines.push(line.to_string());
        self.tx.send(lines.len()).unwrap();
    }
}

fn main() {
    let (tx, rx) = sync_channel(1);
    let log = Arc::new(Log { lines: Mutex::new(vec![]), tx });
    let l = Arc::clone(&log);
    let indexer = thread::spawn(move || {
        let mut seen = 0;
        for _ in 0..3 {
            let n = rx.recv().unwrap();
            seen += l.lines.lock().unwrap()[..n].iter().map(String::len).sum::<usize>();
        }
        seen
    });
    for line in ["a", "b"] {
        log.append(line);
    }
    log.append("c");
    indexer.join().unwrap();
}
