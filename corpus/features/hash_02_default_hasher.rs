//@ no-bug
//@ source: what `DefaultHasher` gives is the same in every run of a program, and is printed

use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::thread;

#[derive(Hash)]
enum Shape {
    Point,
    Circle(u32),
    Named { name: String, sides: Option<u8> },
}

fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn main() {
    println!("{:#018x} {:#018x}", DefaultHasher::new().finish(), hash(&7u32));
    println!("{:x} {:x} {:x}", hash("hello"), hash(&"hello".to_string()), hash("Grüße, world of hashes"));
    println!("{:x} {:x} {:x}", hash(&[1u8, 2, 3]), hash(&vec![1u64, 2]), hash(&(1u16, 'x', true, -5i128)));
    let shapes = [Shape::Point, Shape::Circle(3), Shape::Named { name: "box".into(), sides: Some(4) }];
    let of_each = thread::scope(|s| {
        let threads: Vec<_> = shapes.iter().map(|shape| s.spawn(move || hash(shape))).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect::<Vec<_>>()
    });
    println!("{of_each:x?} {}", of_each[1] % 16);
    let mut set = std::collections::HashSet::<&str, BuildHasherDefault<DefaultHasher>>::default();
    println!("{} {}", set.insert("a"), set.insert("a"));
    let mut halves = DefaultHasher::new();
    halves.write(b"abc");
    halves.write_u32(1);
    halves.write(b"defghijklmn");
    println!("{:x}", halves.finish());
}
