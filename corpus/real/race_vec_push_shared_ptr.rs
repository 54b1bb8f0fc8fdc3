//@ bug: data-race
//@ bug: undefined-behavior
//@ source: two threads push to one vector through a raw pointer

use std::thread;
struct Shared(*mut Vec<i32>);
unsafe impl Send for Shared {}
impl Shared {
    fn add(&self, i: i32) {
        unsafe { (*self.0).push(i) }
    }
}
fn main() {
    let mut v = Vec::new();
    let p = &mut v as *mut _;
    let hs: Vec<_> = (0..2)
        .map(|i| {
            let s = Shared(p);
            thread::spawn(move || s.add(i))
        })
        .collect();
    for h in hs {
        h.join().unwrap();
    }
    println!("{}", v.len());
}
