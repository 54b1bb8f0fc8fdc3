//@ no-bug
//@ source: thread-local shards, `LazyLock`, `OnceLock`, named threads

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock, RwLock};
use std::thread;
static NEXT: AtomicUsize = AtomicUsize::new(0);
thread_local! {
    static ID: usize = NEXT.fetch_add(1, Ordering::Relaxed);
    static HITS: Cell<u32> = const { Cell::new(0) };
    static NAMES: RefCell<BTreeSet<&'static str>> = RefCell::default();
}
struct Sharded {
    shards: [AtomicU64; 2],
}
impl Sharded {
    fn incr(&self) {
        HITS.set(HITS.get() + 1);
        ID.with(|id| self.shards[id % 2].fetch_add(1, Ordering::Relaxed));
    }
    fn get(&self) -> u64 {
        self.shards.iter().map(|s| s.load(Ordering::Relaxed)).sum()
    }
}
static COUNT: Sharded = Sharded {
    shards: [const { AtomicU64::new(0) }; 2],
};
static REGISTRY: LazyLock<RwLock<Vec<String>>> = LazyLock::new(|| RwLock::new(vec!["main".into()]));
static LIMIT: OnceLock<u32> = OnceLock::new();
fn main() {
    let hs: Vec<_> = ["x", "y"]
        .map(|n| {
            thread::Builder::new()
                .name(n.into())
                .spawn(move || {
                    for _ in 0..2 {
                        COUNT.incr();
                    }
                    NAMES.with_borrow_mut(|s| {
                        s.insert(n);
                    });
                    REGISTRY
                        .write()
                        .unwrap()
                        .push(thread::current().name().unwrap().to_owned());
                    *LIMIT.get_or_init(|| 5) + HITS.get() + NAMES.with_borrow(|s| s.len() as u32)
                })
                .unwrap()
        })
        .into_iter()
        .map(|h| h.join().unwrap())
        .collect();
    assert_eq!(hs, [8, 8]);
    let mut r = REGISTRY.read().unwrap().clone();
    r.sort();
    println!(
        "{} {} {:?} {:?} {}",
        COUNT.get(),
        HITS.get(),
        r,
        LIMIT.get(),
        NAMES.take().len()
    );
}
