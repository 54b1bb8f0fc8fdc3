//@ bug: data-race
//@ source: threads that write bytes of one number, of which one byte is the same

use std::thread;
struct P(*mut u8);
unsafe impl Send for P {}
fn main() {
    let mut w = 0u32;
    let p = &mut w as *mut u32 as *mut u8;
    let ts = [(0usize, 3usize), (2, 2)].map(|(from, n)| {
        let q = P(p);
        thread::spawn(move || {
            let q = q;
            for i in from..from + n - from / 2 { unsafe { *q.0.add(i) = 1 } }
        })
    });
    for t in ts { t.join().unwrap(); }
    assert_ne!(w, 0);
}
