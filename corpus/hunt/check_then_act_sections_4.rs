//@ bug: panic
//@ message: "initialized twice"
//@ first-bug-executions: 2
//@ source: lazy initialization in two lock sections; N scoped threads

use std::sync::Mutex;
use std::thread;

const N: usize = 4;

#[derive(Default)]
struct Lazy {
    value: Mutex<Option<String>>,
    built: Mutex<usize>,
}

impl Lazy {
    fn get(&self) -> String {
        let missing = self.value.lock().unwrap().is_none();
        if missing {
            *self.built.lock().unwrap() += 1;
            *self.value.lock().unwrap() = Some("value".to_string());
        }
        self.value.lock().unwrap().clone().unwrap()
    }
}

fn main() {
    let lazy = Lazy::default();
    thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| assert_eq!(lazy.get(), "value"));
        }
    });
    let built = *lazy.built.lock().unwrap();
    assert!(built == 1, "initialized twice");
}
