//@ bug: deadlock
//@ source: an interner whose read guard lives on in the match that writes

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

#[derive(Debug, Default)]
struct Registry {
    map: RwLock<HashMap<&'static str, Arc<str>>>,
}
impl Registry {
    fn intern(&self, s: &'static str) -> Arc<str> {
        // "looks" scoped: the scrutinee's read guard lives to the end of the match
        match self.map.read().unwrap().get(s) {
            Some(x) => x.clone(),
            None => self
                .map
                .write()
                .unwrap()
                .entry(s)
                .or_insert_with(|| s.into())
                .clone(),
        }
    }
}
fn main() {
    let r = Registry::default();
    std::thread::scope(|sc| {
        for w in ["a", "b"] {
            let r = &r;
            sc.spawn(move || r.intern(w));
        }
    });
    println!("{:?}", r.map.read().unwrap().len());
}
