//@ no-bug

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

#[derive(Default)]
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 ^ *b as u64).wrapping_mul(0x100000001b3);
        }
    }
}

type FnvMap<K, V> = HashMap<K, V, BuildHasherDefault<Fnv>>;

#[derive(Debug, Clone, Eq)]
struct CaseInsensitive(String);

impl PartialEq for CaseInsensitive {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Hash for CaseInsensitive {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for b in self.0.bytes() {
            state.write_u8(b.to_ascii_lowercase());
        }
    }
}

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Name(String);

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

fn main() {
    let mut m: FnvMap<&str, i32> = FnvMap::default();
    *m.entry("a").or_insert(1) += 1;
    m.extend([("b", 5), ("c", 6)]);
    println!("{} {:?} {:?}", m.len(), m.get("a"), m.get("z"));
    let mut total: Vec<_> = m.into_iter().filter(|(_, v)| *v > 2).collect();
    total.sort();
    println!("{:?}", total);
    let set: HashSet<CaseInsensitive> =
        ["Foo", "fOO", "bar"].iter().map(|s| CaseInsensitive(s.to_string())).collect();
    println!("{} {}", set.len(), set.contains(&CaseInsensitive("BAR".into())));
    let mut names = HashMap::new();
    names.insert(Name("ann".into()), 3);
    println!("{:?}", names.get("ann"));
    println!("{:?}", names.remove("bob"));
    let ordered: BTreeMap<Name, u8> = [(Name("z".into()), 1), (Name("y".into()), 2)].into();
    println!("{:?} {:?}", ordered.get("z"), ordered.keys().next());
    let mut counts: HashMap<char, Vec<usize>> = HashMap::new();
    for (i, c) in "hello".chars().enumerate() {
        counts.entry(c).or_default().push(i);
    }
    let mut sorted: Vec<(&char, &Vec<usize>)> = counts.iter().collect();
    sorted.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.0.cmp(b.0)));
    println!("{:?}", sorted);
    let mut h1 = Fnv::default();
    let mut h2 = Fnv::default();
    (1u8, "x").hash(&mut h1);
    (1u8, "x").hash(&mut h2);
    println!("{}", h1.finish() == h2.finish());
}
