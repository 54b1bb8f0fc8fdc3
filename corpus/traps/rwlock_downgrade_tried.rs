//@ no-bug
//@ outcomes: 6
//@ source: new; who tries to read meets a writer before it becomes a reader, and the reader after that
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{RwLock, RwLockWriteGuard};
use std::thread;

static LOCK: RwLock<u8> = RwLock::new(0);
static STAGE: AtomicU8 = AtomicU8::new(0);

fn main() {
    let writer = thread::spawn(|| {
        let mut value = LOCK.write().unwrap();
        *value = 7;
        STAGE.store(1, Ordering::SeqCst);
        let value = RwLockWriteGuard::downgrade(value);
        STAGE.store(2, Ordering::SeqCst);
        assert_eq!(*value, 7);
    });
    let stage = STAGE.load(Ordering::SeqCst);
    let read = LOCK.try_read().map(|value| *value).ok();
    writer.join().unwrap();
    println!("stage {stage}: {read:?}");
}
