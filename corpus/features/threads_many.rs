//@ no-bug
//@ source: new; six hundred threads, one after another

use std::thread;

fn main() {
    let sum: u32 = (0..600).map(|i| thread::spawn(move || i).join().unwrap()).sum();
    println!("{sum}");
}
