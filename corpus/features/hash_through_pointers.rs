//@ no-bug
//@ source: a hasher with its own methods for some integers is asked for them through a pointer as well
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};
use std::thread;
#[derive(Default, Clone)]
struct Trace(Vec<String>, u64);
impl Hasher for Trace {
    fn finish(&self) -> u64 {
        self.1
    }
    fn write(&mut self, b: &[u8]) {
        self.0.push(format!("b{}", b.len()));
        for x in b {
            self.1 = self.1.wrapping_mul(31).wrapping_add(*x as u64);
        }
    }
    fn write_i32(&mut self, x: i32) {
        self.0.push(format!("i{x}"));
        self.1 ^= x as u64;
    }
    fn write_u16(&mut self, x: u16) {
        self.0.push(format!("h{x}"));
        self.1 = self.1.wrapping_add(x as u64);
    }
    fn write_usize(&mut self, x: usize) {
        self.0.push(format!("z{x}"));
        self.1 = self.1.rotate_left(5) ^ x as u64;
    }
    fn write_u128(&mut self, x: u128) {
        self.0.push(format!("w{x}"))
    }
    fn write_i8(&mut self, x: i8) {
        self.0.push(format!("c{x}"))
    }
}
#[derive(Hash, PartialEq, Eq, Clone)]
struct K {
    a: i32,
    b: u16,
    s: String,
    v: Vec<u8>,
    o: Option<i8>,
    t: (bool, char),
    w: u128,
}
#[derive(Hash, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum E {
    A = 3,
    B,
}
trait DynHash {
    fn dyn_hash(&self, h: &mut dyn Hasher);
}
impl<T: Hash> DynHash for T {
    fn dyn_hash(&self, mut h: &mut dyn Hasher) {
        self.hash(&mut h)
    }
}
impl Hash for dyn DynHash + Send {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.dyn_hash(h)
    }
}
#[derive(Default, Clone)]
struct Bh;
impl BuildHasher for Bh {
    type Hasher = Trace;
    fn build_hasher(&self) -> Trace {
        Trace::default()
    }
}
fn main() {
    let k = K {
        a: -1,
        b: 7,
        s: "xy".into(),
        v: vec![1, 2, 3],
        o: Some(-2),
        t: (true, 'c'),
        w: 5,
    };
    let mut t = Trace::default();
    k.hash(&mut t);
    println!("{:?} {}", t.0, t.1);
    let mut d = Trace::default();
    k.dyn_hash(&mut d);
    println!("{:?} {}", d.0, d.1);
    println!("{}", t.0 == d.0);
    let b: Box<dyn DynHash + Send> = Box::new((E::A, E::B, [1i32, 2], &[3u16][..], ()));
    let h = thread::spawn(move || {
        let mut t = Trace::default();
        b.hash(&mut t);
        t.0
    });
    println!("{:?}", h.join().unwrap());
    let mut m: HashMap<K, u8, Bh> = HashMap::with_hasher(Bh);
    m.insert(k.clone(), 1);
    *m.get_mut(&k).unwrap() += 1;
    println!("{:?} {}", m.get(&k), Bh.hash_one("q"));
    let mut bx: Box<dyn Hasher> = Box::new(Trace::default());
    5i32.hash(&mut bx);
    bx.write_i8(3);
    println!("{}", bx.finish());
}
