//@ no-bug
//@ source: read-copy-update with a count of readers that the writer waits for

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
use std::thread;

struct Config {
    version: u32,
    name: String,
}
struct Rcu {
    current: AtomicPtr<Config>,
    readers: AtomicUsize,
}
impl Rcu {
    fn read<R>(&self, f: impl Fn(&Config) -> R) -> R {
        self.readers.fetch_add(1, SeqCst);
        let r = f(unsafe { &*self.current.load(SeqCst) });
        self.readers.fetch_sub(1, SeqCst);
        r
    }
    fn update(&self, next: Config) {
        let old = self.current.swap(Box::into_raw(Box::new(next)), SeqCst);
        while self.readers.load(SeqCst) != 0 {
            thread::yield_now();
        }
        drop(unsafe { Box::from_raw(old) });
    }
}
impl Drop for Rcu {
    fn drop(&mut self) {
        unsafe { drop(Box::from_raw(*self.current.get_mut())) }
    }
}
fn main() {
    let rcu = Rcu {
        current: AtomicPtr::new(Box::into_raw(Box::new(Config {
            version: 1,
            name: "one".into(),
        }))),
        readers: AtomicUsize::new(0),
    };
    thread::scope(|s| {
        let r = s.spawn(|| rcu.read(|c| (c.version, c.name.len())));
        s.spawn(|| {
            rcu.update(Config {
                version: 2,
                name: "three".into(),
            })
        });
        let got = r.join().unwrap();
        assert!(got == (1, 3) || got == (2, 5), "{got:?}");
    });
}
