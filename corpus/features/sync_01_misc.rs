//@ no-bug

use std::cell::LazyCell;
use std::num::NonZeroU32;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError, RwLock};
use std::thread;

static ONCE: Once = Once::new();
static CALLS: AtomicU32 = AtomicU32::new(0);

fn main() {
    let r = catch_unwind(|| ONCE.call_once(|| panic!("first attempt")));
    println!("{} {}", r.is_err(), ONCE.is_completed());
    println!("{}", catch_unwind(|| ONCE.call_once(|| ())).is_err());
    ONCE.call_once_force(|state| {
        println!("poisoned {}", state.is_poisoned());
        CALLS.fetch_add(1, Ordering::SeqCst);
    });
    ONCE.call_once(|| unreachable!());
    println!("{} {}", ONCE.is_completed(), CALLS.load(Ordering::SeqCst));

    let lazy = LazyCell::new(|| {
        println!("computed");
        5
    });
    println!("{} {}", *lazy + 1, *lazy);
    let n = NonZeroU32::new(6).unwrap();
    println!("{} {:?} {}", n.get(), NonZeroU32::new(0), n);

    let rw = RwLock::new(1);
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let _w = rw.write().unwrap();
        panic!();
    }));
    println!("{}", rw.is_poisoned());
    rw.clear_poison();
    println!("{}", rw.read().unwrap());

    let cell: OnceLock<Vec<u8>> = OnceLock::new();
    let failed = catch_unwind(AssertUnwindSafe(|| cell.get_or_init(|| panic!("no value"))));
    println!("{} {:?}", failed.is_err(), cell.get());
    println!("{:?}", cell.get_or_init(|| vec![1]));
    let mut cell = cell;
    cell.get_mut().unwrap().push(2);
    println!("{:?} {:?}", cell.take(), cell);

    let config = Box::leak(Box::new(Mutex::new(3)));
    let t = thread::spawn(|| *config.lock().unwrap() + 1);
    println!("{}", t.join().unwrap());
    let m = Arc::new(Mutex::new(String::from("x")));
    let value = Arc::into_inner(m).unwrap().into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{value}");
    println!("{:?}", Err::<(), _>("bad").expect_err("was fine"));
    println!("{}", thread::available_parallelism().map_or(1, |n| n.get()) >= 1);
}
