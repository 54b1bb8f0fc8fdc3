//@ no-bug
//@ source: a logging facade with levels, targets and a sink

use std::collections::HashMap;
use std::fmt::{Arguments, Write as _};
use std::io::Write;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Error = 1,
    Warn,
    Info,
    Debug,
}
pub trait Log: Sync + Send {
    fn enabled(&self, l: Level) -> bool;
    fn log(&self, l: Level, target: &str, args: Arguments<'_>);
    fn flush(&self) {}
}
static LOGGER: OnceLock<&'static dyn Log> = OnceLock::new();
static MAX: AtomicU8 = AtomicU8::new(Level::Info as u8);
macro_rules! log { (target: $t:expr, $l:expr, $($a:tt)+) => { if $l as u8 <= MAX.load(Ordering::Relaxed) { if let Some(lg) = LOGGER.get() { if lg.enabled($l) { lg.log($l, $t, format_args!($($a)+)) } } } }; ($l:expr, $($a:tt)+) => { log!(target: module_path!(), $l, $($a)+) } }
macro_rules! info { ($($a:tt)+) => { log!(Level::Info, $($a)+) } }
macro_rules! debug { ($($a:tt)+) => { log!(Level::Debug, $($a)+) } }
struct Mem {
    lines: Mutex<String>,
    per: Mutex<HashMap<u8, usize>>,
    sink: Mutex<Box<dyn Write + Send>>,
}
impl Log for Mem {
    fn enabled(&self, l: Level) -> bool {
        l != Level::Warn
    }
    fn log(&self, l: Level, t: &str, a: Arguments<'_>) {
        *self.per.lock().unwrap().entry(l as u8).or_insert(0) += 1;
        writeln!(self.lines.lock().unwrap(), "[{l:?}] {t}: {a}").unwrap();
        self.sink.lock().unwrap().write_fmt(a).unwrap();
    }
}
#[derive(Clone, Default)]
struct SharedBuf(Arc<Mutex<Vec<u8>>>);
impl Write for SharedBuf {
    fn write(&mut self, b: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(b);
        Ok(b.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
mod worker {
    use super::*;
    pub fn run(i: usize) -> usize {
        let v = vec![i; i];
        info!("worker {i} has {v:?}");
        debug!("not shown {}", { i / 0usize.max(1) });
        log!(Level::Warn, "off");
        v.len()
    }
}
fn main() {
    let buf = SharedBuf::default();
    let mem: &'static Mem = Box::leak(Box::new(Mem {
        lines: Default::default(),
        per: Default::default(),
        sink: Mutex::new(Box::new(buf.clone())),
    }));
    assert!(LOGGER.set(mem).is_ok());
    let n: usize = thread::scope(|s| {
        let hs = [1, 2].map(|i| s.spawn(move || worker::run(i)));
        hs.into_iter().map(|h| h.join().unwrap()).sum()
    });
    MAX.store(Level::Debug as u8, Ordering::Relaxed);
    debug!("n = {n:?} {0} {0:>3}", "x");
    let text = mem.lines.lock().unwrap();
    let mut ls: Vec<&str> = text.lines().collect();
    ls.sort();
    for l in ls {
        println!(
            "{}",
            l.split_once("] ").unwrap().1.split("::").last().unwrap()
        );
    }
    println!("{} {:?}", buf.0.lock().unwrap().len(), {
        let m = mem.per.lock().unwrap();
        let mut v: Vec<_> = m.iter().map(|(a, b)| (*a, *b)).collect();
        v.sort();
        v
    });
    println!("{}", Level::Error < Level::Info);
}
