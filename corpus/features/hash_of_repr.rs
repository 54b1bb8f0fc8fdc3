//@ no-bug
//@ source: a derived hash takes the discriminant as the type that `repr` says
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::net::Ipv4Addr;
use std::thread;

#[derive(Hash)]
#[repr(u8)]
enum Small {
    One = 1,
    Two,
}

#[derive(Hash)]
enum Plain {
    One,
    Two,
}

#[derive(Default)]
struct Width {
    bytes: usize,
}
impl Hasher for Width {
    fn write(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
    }
    fn finish(&self) -> u64 {
        self.bytes as u64
    }
}

fn width(value: impl Hash) -> u64 {
    let mut hasher = Width::default();
    value.hash(&mut hasher);
    hasher.finish()
}

fn main() {
    let small = thread::spawn(|| (width(Small::One), width(Small::Two)));
    assert_eq!(small.join().unwrap(), (1, 1));
    assert_eq!(width(Plain::One), width(Plain::Two));
    assert_eq!(width(Plain::One), size_of::<isize>() as u64);
    assert_eq!(width(Ordering::Less), 1);
    assert_eq!(width(Ipv4Addr::LOCALHOST), 4);
}
