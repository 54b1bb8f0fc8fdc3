//@ bug: undefined-behavior
//@ source: a lock in a box that one side frees as soon as it has it, while the other still waits for it
use std::sync::Mutex;
use std::thread;
struct P(*mut Mutex<i32>);
unsafe impl Send for P {}
fn main() {
    let p = Box::into_raw(Box::new(Mutex::new(0)));
    let q = P(p);
    let t = thread::spawn(move || {
        let q = q;
        let m = unsafe { &*q.0 };
        *m.lock().unwrap() += 1;
    });
    {
        let m = unsafe { &*p };
        let g = m.lock().unwrap();
        let done = *g == 1;
        drop(g);
        if done {
            drop(unsafe { Box::from_raw(p) });
        }
    }
    drop(unsafe { P(p) });
    let early = unsafe { Box::from_raw(p) };
    drop(early);
    t.join().unwrap();
}
