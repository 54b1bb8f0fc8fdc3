//@ no-bug

use std::thread;

fn main() {
    let mut v = vec![1, 2, 3];
    let mut x = 0;
    let doubled = thread::scope(|s| {
        let h = s.spawn(|| v.iter().map(|n| n * 2).sum::<i32>());
        s.spawn(|| x += v.len());
        h.join().unwrap()
    });
    v.push(4);
    println!("{doubled} {x} {:?}", v);
}
