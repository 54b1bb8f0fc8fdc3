//@ bug: deadlock
//@ source: a Display that prints elsewhere holds two streams, and another one takes them the other way round

use std::fmt;
use std::thread;
struct Loud;
impl fmt::Display for Loud {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        eprintln!("loud");
        f.write_str("Loud")
    }
}
struct Quiet;
impl fmt::Display for Quiet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        println!("quiet");
        f.write_str("Quiet")
    }
}
fn main() {
    let t = thread::spawn(|| println!("{Loud}"));
    eprintln!("{Quiet}");
    t.join().unwrap();
}
