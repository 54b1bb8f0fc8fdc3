//@ no-bug

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Once, OnceLock};
use std::thread;

static INIT: Once = Once::new();
static RUNS: AtomicUsize = AtomicUsize::new(0);
static CONFIG: OnceLock<String> = OnceLock::new();
static TABLE: LazyLock<Vec<u32>> = LazyLock::new(|| {
    RUNS.fetch_add(100, Ordering::SeqCst);
    (1..=3).map(|x| x * x).collect()
});

fn setup() {
    INIT.call_once(|| {
        RUNS.fetch_add(1, Ordering::SeqCst);
    });
}

fn main() {
    println!("{}", INIT.is_completed());
    let t = thread::spawn(setup);
    setup();
    t.join().unwrap();
    println!("{} {}", RUNS.load(Ordering::SeqCst), INIT.is_completed());

    println!("{:?}", CONFIG.get());
    let t = thread::spawn(|| CONFIG.get_or_init(|| "set".to_string()).len());
    println!("{}", CONFIG.get_or_init(|| "set".to_string()));
    println!("{}", t.join().unwrap());
    println!("{:?} {:?}", CONFIG.get(), CONFIG.set("again".to_string()));

    println!("{}", RUNS.load(Ordering::SeqCst));
    let t = thread::spawn(|| TABLE.iter().sum::<u32>());
    println!("{} {}", TABLE[1], t.join().unwrap());
    println!("{}", RUNS.load(Ordering::SeqCst));

    let local: OnceLock<u8> = OnceLock::new();
    println!("{:?} {:?} {:?}", local.set(1), local.set(2), local.into_inner());
    let lazy = LazyLock::new(|| {
        println!("computed");
        7
    });
    println!("before");
    println!("{} {}", *lazy, *lazy + 1);
}
