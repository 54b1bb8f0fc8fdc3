//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: two static locks, taken in opposite order in nested calls

use std::sync::Mutex;
use std::thread;

static LOG: Mutex<Vec<String>> = Mutex::new(Vec::new());
static CONFIG: Mutex<u32> = Mutex::new(1);

fn log(line: &str) {
    LOG.lock().unwrap().push(line.to_string());
}

fn reconfigure() {
    let mut config = CONFIG.lock().unwrap();
    *config += 1;
    log("reconfigured");
}

fn dump() -> usize {
    let log = LOG.lock().unwrap();
    let level = *CONFIG.lock().unwrap() as usize;
    log.len() * level
}

fn main() {
    let writer = thread::spawn(reconfigure);
    let reader = thread::spawn(dump);
    writer.join().unwrap();
    assert!(reader.join().unwrap() <= 2);
}
