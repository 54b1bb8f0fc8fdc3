//@ no-bug

use std::collections::HashMap;
use std::sync::{Arc, RwLock};
use std::thread;

fn main() {
    let l = RwLock::new(vec![1, 2]);
    {
        let a = l.read().unwrap();
        println!("{} {}", a.len(), l.try_read().is_ok());
        println!("{}", l.try_write().is_err());
    }
    {
        let mut w = l.write().unwrap();
        w.push(3);
        println!("{} {}", l.try_read().is_err(), l.try_write().is_err());
    }
    println!("{:?}", *l.read().unwrap());
    println!("{:?}", l.into_inner().unwrap());

    let cache: Arc<RwLock<HashMap<String, usize>>> = Arc::default();
    let writers: Vec<_> = ["one", "three"]
        .map(|w| {
            let cache = Arc::clone(&cache);
            thread::spawn(move || {
                cache.write().unwrap().insert(w.to_string(), w.len());
            })
        })
        .into_iter()
        .collect();
    for w in writers {
        w.join().unwrap();
    }
    let reader = {
        let cache = Arc::clone(&cache);
        thread::spawn(move || cache.read().unwrap().values().sum::<usize>())
    };
    println!("{}", reader.join().unwrap());
    let mut own = RwLock::new(1);
    *own.get_mut().unwrap() = 4;
    println!("{:?} {}", own, own.is_poisoned());
}
