//@ no-bug
//@ source: baboons on a rope: semaphores, a turnstile and lightswitches

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

struct Sem(Mutex<u32>, Condvar);
impl Sem {
    fn new(n: u32) -> Self { Sem(Mutex::new(n), Condvar::new()) }
    fn wait(&self) {
        let mut g = self.0.lock().unwrap();
        while *g == 0 { g = self.1.wait(g).unwrap(); }
        *g -= 1;
    }
    fn signal(&self) {
        *self.0.lock().unwrap() += 1;
        self.1.notify_one();
    }
}

struct Lightswitch { counter: Mutex<u32> }
impl Lightswitch {
    fn lock(&self, sem: &Sem) {
        let mut c = self.counter.lock().unwrap();
        *c += 1;
        if *c == 1 { sem.wait(); }
    }
    fn unlock(&self, sem: &Sem) {
        let mut c = self.counter.lock().unwrap();
        *c -= 1;
        if *c == 0 { sem.signal(); }
    }
}

struct Canyon {
    rope: Sem,
    turnstile: Sem,
    slots: [Sem; 2],
    switches: [Lightswitch; 2],
    going: AtomicI32,
}

fn cross(c: &Canyon, east: bool) {
    let side = east as usize;
    let dir = if east { 1 } else { -1 };
    c.turnstile.wait();
    c.switches[side].lock(&c.rope);
    c.turnstile.signal();

    c.slots[side].wait();
    let before = c.going.fetch_add(dir, SeqCst);
    assert!(before * dir >= 0, "baboons meet on the rope");
    assert!((before + dir).abs() <= 2);
    c.going.fetch_sub(dir, SeqCst);
    c.slots[side].signal();

    c.switches[side].unlock(&c.rope);
}

fn main() {
    let c = Arc::new(Canyon {
        rope: Sem::new(1),
        turnstile: Sem::new(1),
        slots: [Sem::new(2), Sem::new(2)],
        switches: [0, 1].map(|_| Lightswitch { counter: Mutex::new(0) }),
        going: AtomicI32::new(0),
    });
    let hs = [true, false, true].map(|east| {
        let c = c.clone();
        thread::spawn(move || cross(&c, east))
    });
    for h in hs { h.join().unwrap(); }
    assert_eq!(c.going.load(SeqCst), 0);
}
