//@ bug: deadlock
//@ source: new; a memo table that is locked while a value is computed from others

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use std::thread;
struct Memo<K, V> {
    map: Mutex<HashMap<K, Arc<OnceLock<V>>>>,
}
impl<K: Hash + Eq + Clone, V: Clone> Memo<K, V> {
    fn get(&self, k: K, f: impl FnOnce(&Self, &K) -> V) -> V {
        let mut m = self.map.lock().unwrap();
        let cell = m.entry(k.clone()).or_default().clone();
        cell.get_or_init(|| f(self, &k)).clone()
    }
}
static MEMO: LazyLock<Memo<u64, u64>> = LazyLock::new(|| Memo {
    map: Mutex::default(),
});
fn fib(m: &Memo<u64, u64>, n: &u64) -> u64 {
    match *n {
        0 | 1 => *n,
        n => m.get(n - 1, |m, n| fib(m, n)) + m.get(n - 2, |m, n| fib(m, n)),
    }
}
fn main() {
    let t: Vec<_> = [4, 5]
        .into_iter()
        .map(|n| thread::spawn(move || MEMO.get(n, |m, n| fib(m, n))))
        .collect();
    let r: Vec<u64> = t.into_iter().map(|t| t.join().unwrap()).collect();
    assert_eq!(r, [3, 5]);
}
