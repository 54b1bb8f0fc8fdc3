//@ no-bug
//@ args: --child-panic propagate
//@ source: what a panicking thread drops, and what its join sees

use std::sync::{Arc, Mutex};
use std::thread;

struct Note {
    text: &'static str,
    log: Arc<Mutex<Vec<String>>>,
}

impl Drop for Note {
    fn drop(&mut self) {
        let how = if thread::panicking() { "unwind" } else { "normal" };
        self.log.lock().unwrap().push(format!("{} {how}", self.text));
    }
}

fn main() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let note = |text| Note { text, log: Arc::clone(&log) };
    let (captured, other) = (note("captured"), note("moved on"));
    let l = Arc::clone(&log);
    let t = thread::spawn(move || {
        let _local = Note { text: "local", log: l };
        let _other = other;
        if captured.text.len() > 3 {
            panic!("{}", captured.text);
        }
        7
    });
    match t.join() {
        Ok(n) => println!("{n}"),
        Err(payload) => println!("{:?}", payload.downcast_ref::<String>()),
    }
    for line in log.lock().unwrap().drain(..) {
        println!("{line}");
    }
    let value = thread::spawn({
        let n = note("inside");
        move || n
    })
    .join()
    .unwrap();
    println!("{}", log.lock().unwrap().len());
    drop(value);
    println!("{:?}", log.lock().unwrap());
}
