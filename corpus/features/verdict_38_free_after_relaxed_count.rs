//@ bug: data-race
//@ weak-orderings: yes
//@ source: the last of two owners frees: the count says that the other is done, but orders nothing
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

struct Shared {
    owners: AtomicUsize,
    data: u32,
}

struct Owner(*mut Shared);
unsafe impl Send for Owner {}

impl Drop for Owner {
    fn drop(&mut self) {
        let shared = self.0;
        if unsafe { (*shared).owners.fetch_sub(1, Ordering::Relaxed) } == 1 {
            drop(unsafe { Box::from_raw(shared) });
        }
    }
}

fn main() {
    let shared = Box::into_raw(Box::new(Shared {
        owners: AtomicUsize::new(2),
        data: 5,
    }));
    let (mine, theirs) = (Owner(shared), Owner(shared));
    let reader = thread::spawn(move || {
        let theirs = theirs;
        assert_eq!(unsafe { (*theirs.0).data }, 5);
    });
    drop(mine);
    reader.join().unwrap();
}
