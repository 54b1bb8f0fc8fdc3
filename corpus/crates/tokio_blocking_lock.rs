//@ bug: panic
//@ message: "Cannot block the current thread from within a runtime"
//@ source: who blocks a thread of the runtime is told so.

use tokio::sync::Mutex;

#[tokio::main]
async fn main() {
    let lock = Mutex::new(1);
    assert_eq!(*lock.blocking_lock(), 1);
}
