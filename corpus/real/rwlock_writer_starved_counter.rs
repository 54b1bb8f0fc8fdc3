//@ no-bug
//@ source: readers and a writer of a versioned value

use std::sync::{Arc, RwLock};
use std::thread;

#[derive(Debug, Clone, Default, PartialEq)]
struct Versioned<T> {
    version: u64,
    value: T,
}

#[derive(Default)]
struct Store<T> {
    inner: RwLock<Versioned<T>>,
}

impl<T: Clone> Store<T> {
    fn snapshot(&self) -> Versioned<T> {
        self.inner.read().unwrap().clone()
    }

    fn replace_if(&self, version: u64, value: T) -> Result<u64, T> {
        let mut inner = self.inner.write().unwrap();
        if inner.version != version {
            return Err(value);
        }
        inner.version += 1;
        inner.value = value;
        Ok(inner.version)
    }

    fn update(&self, f: impl Fn(&T) -> T) -> u64 {
        loop {
            let now = self.snapshot();
            if let Ok(version) = self.replace_if(now.version, f(&now.value)) {
                break version;
            }
        }
    }
}

fn main() {
    let store: Arc<Store<String>> = Arc::default();
    let writers: Vec<_> = ["x", "x"]
        .into_iter()
        .map(|s| {
            let store = Arc::clone(&store);
            thread::spawn(move || store.update(|old| format!("{old}{s}")))
        })
        .collect();
    let mut versions: Vec<u64> = writers.into_iter().map(|w| w.join().unwrap()).collect();
    versions.sort();
    println!("{versions:?} {:?}", store.snapshot());
}
