//@ no-bug
//@ source: `Once::wait` panics where the initializer has panicked, also in who waits already; `wait_force` waits on

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{LazyLock, Once, OnceLock};
use std::thread;

fn panics<R>(f: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(f)).is_err()
}

fn main() {
    let once = Once::new();
    thread::scope(|scope| {
        let waiter = scope.spawn(|| panics(|| once.wait()));
        let forced = scope.spawn(|| once.wait_force());
        assert!(panics(|| once.call_once(|| panic!("no"))));
        assert!(waiter.join().unwrap());
        let payload = catch_unwind(AssertUnwindSafe(|| once.wait())).unwrap_err();
        let text = payload.downcast_ref::<&str>().unwrap();
        assert_eq!(*text, "Once instance has previously been poisoned");
        once.call_once_force(|state| assert!(state.is_poisoned()));
        once.wait();
        forced.join().unwrap();
    });

    // A cell that is not filled is not poisoned.
    let cell = OnceLock::new();
    assert!(panics(|| cell.get_or_init(|| panic!("no"))));
    cell.set(5).unwrap();
    assert_eq!(*cell.wait(), 5);

    let lazy = LazyLock::new(|| -> u32 { panic!("no") });
    assert!(panics(|| *lazy));
    assert!(panics(|| *lazy));
}
