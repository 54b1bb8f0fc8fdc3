//@ no-bug
//@ source: configuration from a static LazyLock, shared by handlers

use std::collections::HashMap;
use std::sync::LazyLock;
use std::thread;

#[derive(Debug)]
struct Config {
    values: HashMap<&'static str, i32>,
}

impl Config {
    fn get(&self, key: &str) -> i32 {
        *self.values.get(key).unwrap_or(&-1)
    }
}

static CONFIG: LazyLock<Config> = LazyLock::new(|| {
    let mut values = HashMap::new();
    for line in "threads=4\nport = 80\n# comment\nbad".lines() {
        let line = line.trim();
        if line.starts_with('#') {
            continue;
        }
        if let Some((k, v)) = line.split_once('=') {
            if let Ok(v) = v.trim().parse() {
                values.insert(k.trim(), v);
            }
        }
    }
    Config { values }
});

fn handler(key: &'static str) -> impl FnOnce() -> i32 + Send {
    move || CONFIG.get(key)
}

fn main() {
    let handles = ["threads", "port", "none"].map(|k| (k, thread::spawn(handler(k))));
    for (key, h) in handles {
        println!("{key} = {}", h.join().unwrap());
    }
}
