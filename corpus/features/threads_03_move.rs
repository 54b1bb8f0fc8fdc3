//@ no-bug

use std::thread;

fn main() {
    let v = vec![1, 2, 3];
    let handle = thread::spawn(move || {
        let mut sum = 0;
        for x in &v {
            sum += x;
        }
        (v, sum)
    });
    let (v, sum) = handle.join().unwrap();
    println!("{:?} {}", v, sum);
}
