//@ bug: undefined-behavior
//@ source: a closure taken apart into two words that is queued twice
use std::sync::Mutex;
type Raw = [usize; 2];
static Q: Mutex<Vec<Raw>> = Mutex::new(Vec::new());
fn submit(f: Box<dyn FnOnce() + Send>) {
    let raw: Raw = unsafe { std::mem::transmute(f) };
    let mut q = Q.lock().unwrap();
    q.push(raw);
    q.push(raw);
}
fn work() {
    loop {
        let r = Q.lock().unwrap().pop();
        match r {
            Some(r) => {
                let f: Box<dyn FnOnce() + Send> = unsafe { std::mem::transmute(r) };
                f();
            }
            None => return,
        }
    }
}
fn main() {
    let s = String::from("job");
    submit(Box::new(move || println!("{s}")));
    let t = std::thread::spawn(work);
    t.join().unwrap();
}
