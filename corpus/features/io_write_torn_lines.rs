//@ bug: panic
//@ source: a formatted line takes a writer's lock once a piece, so that lines of two threads mix

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);
impl Write for Shared {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(buf);
        Ok(buf.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn main() {
    let log = Shared::default();
    let writer = |id: u32| {
        let mut log: Box<dyn Write + Send> = Box::new(log.clone());
        thread::spawn(move || writeln!(log, "w{id}").unwrap())
    };
    let threads = [writer(0), writer(1)];
    threads.map(|thread| thread.join().unwrap());
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    for line in text.lines() {
        assert!(line == "w0" || line == "w1", "torn line {line:?}");
    }
}
