//@ no-bug
//@ source: a global interner of `Arc<str>` with a hasher of its own

use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};
#[derive(Default, Clone)]
struct Fnv(u64);
impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, b: &[u8]) {
        for x in b {
            self.0 = (self.0 ^ *x as u64).wrapping_mul(0x100000001b3);
        }
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Sym(u32);
#[derive(Default)]
struct Interner {
    map: HashMap<Arc<str>, Sym, BuildHasherDefault<Fnv>>,
    names: Vec<Arc<str>>,
}
fn global() -> &'static Mutex<Interner> {
    static G: OnceLock<Mutex<Interner>> = OnceLock::new();
    G.get_or_init(Default::default)
}
impl Sym {
    fn new(s: &str) -> Sym {
        let mut g = global().lock().unwrap();
        let next = Sym(g.names.len() as u32);
        let name: Arc<str> = s.into();
        let Interner { map, names } = &mut *g;
        match map.entry(name) {
            Entry::Occupied(o) => *o.get(),
            Entry::Vacant(v) => {
                names.push(v.key().clone());
                *v.insert(next)
            }
        }
    }
    fn as_str(self) -> Arc<str> {
        global().lock().unwrap().names[self.0 as usize].clone()
    }
}
impl std::fmt::Debug for Sym {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sym({:?})", &*self.as_str())
    }
}
fn main() {
    let a = Sym::new("alpha");
    let (x, y) = std::thread::scope(|s| {
        let t = s.spawn(|| (Sym::new("beta"), Sym::new("alpha")));
        let b = Sym::new("beta");
        let (p, q) = t.join().unwrap();
        assert_eq!(p, b);
        (p, q)
    });
    println!("{x:?} {y:?} {}", a == y);
    let h = BuildHasherDefault::<Fnv>::default();
    println!("{:x}", h.hash_one(7u8));
    let mut d = DefaultHasher::new();
    (1u8, "x").hash(&mut d);
    let first = d.finish();
    let mut e = DefaultHasher::new();
    (1u8, "x").hash(&mut e);
    println!("{}", first == e.finish());
}
