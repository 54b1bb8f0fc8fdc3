//@ no-bug
//@ source: thread-local counters that flush into a global one when their thread ends

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, OnceLock};
use std::thread;

static TOTALS: LazyLock<Mutex<BTreeMap<&'static str, usize>>> = LazyLock::new(Default::default);
static PREFIX: OnceLock<String> = OnceLock::new();

#[derive(Default)]
struct Local {
    counts: RefCell<BTreeMap<&'static str, usize>>,
}

impl Drop for Local {
    fn drop(&mut self) {
        let mut totals = TOTALS.lock().unwrap();
        for (key, n) in self.counts.take() {
            *totals.entry(key).or_insert(0) += n;
        }
    }
}

thread_local! {
    static LOCAL: Local = Local::default();
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static NAME: OnceCell<String> = const { OnceCell::new() };
}

fn count(key: &'static str) {
    LOCAL.with(|local| *local.counts.borrow_mut().entry(key).or_default() += 1);
}

fn nested<R>(f: impl FnOnce(u32) -> R) -> R {
    let depth = DEPTH.get() + 1;
    DEPTH.set(depth);
    let result = f(depth);
    DEPTH.with(|d| d.set(d.get() - 1));
    result
}

fn name() -> String {
    NAME.with(|name| {
        name.get_or_init(|| {
            let prefix = PREFIX.get_or_init(|| "thread".to_string());
            format!("{prefix}:{}", thread::current().name().unwrap_or("?"))
        })
        .clone()
    })
}

fn main() {
    PREFIX.set("t".to_string()).unwrap();
    let workers: Vec<_> = ["red", "blue"]
        .iter()
        .map(|&color| {
            thread::Builder::new()
                .name(color.to_string())
                .spawn(move || {
                    count(color);
                    count("all");
                    let depth = nested(|a| nested(|b| a * 10 + b));
                    (name(), depth, DEPTH.get())
                })
                .unwrap()
        })
        .collect();
    for worker in workers {
        println!("{:?}", worker.join().unwrap());
    }
    println!("{:?} {}", TOTALS.lock().unwrap(), name());
    println!("{:?}", PREFIX.set("again".to_string()));
}
