//@ no-bug
//@ source: the captured fields of a variable are dropped in the order of their declaration
use std::sync::{Mutex, MutexGuard};
use std::thread;
static A: Mutex<()> = Mutex::new(());
struct J(Option<thread::JoinHandle<()>>);
impl Drop for J {
    fn drop(&mut self) {
        self.0.take().unwrap().join().unwrap();
    }
}
struct P<'a> {
    g: MutexGuard<'a, ()>,
    j: J,
}
fn main() {
    let p = P {
        g: A.lock().unwrap(),
        j: J(Some(thread::spawn(|| drop(A.lock().unwrap())))),
    };
    let c = move || {
        let _x = (&p.j, &p.g);
    };
    c();
}
