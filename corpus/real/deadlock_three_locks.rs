//@ bug: deadlock
//@ source: test-suite style: a ring of three locks among which two threads agree, one does not

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

#[derive(Default)]
struct Resources {
    disk: Mutex<u8>,
    net: Mutex<u8>,
    screen: Mutex<u8>,
}

fn pair<'a>(a: &'a Mutex<u8>, b: &'a Mutex<u8>) -> (MutexGuard<'a, u8>, MutexGuard<'a, u8>) {
    (a.lock().unwrap(), b.lock().unwrap())
}

fn main() {
    let r = Arc::new(Resources::default());
    let jobs: [fn(&Resources); 3] = [
        |r| *pair(&r.disk, &r.net).0 += 1,
        |r| *pair(&r.net, &r.screen).1 += 1,
        |r| {
            let (mut s, d) = pair(&r.screen, &r.disk);
            *s += *d;
        },
    ];
    let threads = jobs.map(|job| {
        let r = Arc::clone(&r);
        thread::spawn(move || job(&r))
    });
    for t in threads {
        t.join().unwrap();
    }
}
