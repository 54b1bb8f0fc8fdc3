//@ no-bug
//@ source: new; types of files, sockets and processes in signatures and fields, and in what never runs

use std::fs::File;
use std::net::TcpStream;
use std::thread;
#[allow(dead_code)]
enum Sink {
    File(File),
    Socket(TcpStream),
    Memory(Vec<u8>),
}
#[allow(dead_code)]
fn save(_to: &mut File) -> Option<TcpStream> {
    None
}
fn main() {
    let mut s = Sink::Memory(vec![]);
    let t = thread::spawn(move || {
        if let Sink::Memory(v) = &mut s {
            v.push(1);
        }
        matches!(s, Sink::Memory(_))
    });
    assert!(t.join().unwrap());
}
