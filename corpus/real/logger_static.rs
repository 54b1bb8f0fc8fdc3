//@ no-bug
//@ source: a global logger behind OnceLock and a trait object

use std::fmt::Arguments;
use std::sync::{Mutex, OnceLock};
use std::thread;

trait Sink: Send + Sync {
    fn write(&self, level: Level, args: Arguments<'_>);
    fn lines(&self) -> Vec<String>;
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Level {
    Debug,
    Info,
    Error,
}

struct Memory {
    min: Level,
    lines: Mutex<Vec<String>>,
}

impl Sink for Memory {
    fn write(&self, level: Level, args: Arguments<'_>) {
        if level >= self.min {
            self.lines.lock().unwrap().push(format!("[{level:?}] {args}"));
        }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = self.lines.lock().unwrap().clone();
        lines.sort();
        lines
    }
}

static SINK: OnceLock<Box<dyn Sink>> = OnceLock::new();

macro_rules! log {
    ($level:ident, $($arg:tt)*) => {
        if let Some(sink) = SINK.get() {
            sink.write(Level::$level, format_args!($($arg)*));
        }
    };
}

fn main() {
    log!(Error, "nobody hears this");
    let ok = SINK.set(Box::new(Memory { min: Level::Info, lines: Mutex::default() })).is_ok();
    log!(Info, "set: {ok}");
    let workers: Vec<_> = (0..2)
        .map(|i| {
            thread::spawn(move || {
                log!(Debug, "worker {i} starts");
                log!(Error, "worker {i} {}", "fails");
            })
        })
        .collect();
    for w in workers {
        w.join().unwrap();
    }
    for line in SINK.get().unwrap().lines() {
        println!("{line}");
    }
}
