//@ no-bug
//@ source: how interners look up what they know: by a hash and a comparison of their own

use hashbrown::HashMap;
use hashbrown::hash_map::RawEntryMut;
use std::hash::{BuildHasher, RandomState};
use std::sync::Mutex;
use std::thread;

/// Texts, and the numbers that stand for them.
#[derive(Default)]
struct Interner {
    texts: Vec<String>,
    numbers: HashMap<usize, ()>,
    hasher: RandomState,
}

impl Interner {
    fn intern(&mut self, text: &str) -> usize {
        let Interner { texts, numbers, hasher } = self;
        let hash = hasher.hash_one(text);
        let known = numbers.raw_entry_mut().from_hash(hash, |&number| texts[number] == text);
        match known {
            RawEntryMut::Occupied(entry) => *entry.key(),
            RawEntryMut::Vacant(entry) => {
                let number = texts.len();
                texts.push(text.to_string());
                *entry.insert_with_hasher(hash, number, (), |&number| hasher.hash_one(&texts[number])).0
            }
        }
    }

    fn find(&self, text: &str) -> Option<usize> {
        let hash = self.hasher.hash_one(text);
        let found = self.numbers.raw_entry().from_hash(hash, |&number| self.texts[number] == text);
        found.map(|(&number, ())| number)
    }
}

fn main() {
    let interner = Mutex::new(Interner::default());
    let intern = |text| interner.lock().unwrap().intern(text);
    thread::scope(|scope| {
        scope.spawn(|| assert_eq!(intern("one"), intern("one")));
        scope.spawn(|| assert_ne!(intern("one"), intern("two")));
    });
    let mut interner = interner.into_inner().unwrap();
    assert_eq!(interner.texts.len(), 2);
    assert!(interner.find("two").is_some() && interner.find("three").is_none());

    let mut counts: HashMap<&str, u32> = HashMap::new();
    counts.insert("a", 1);
    counts.raw_entry_mut().from_key("a").and_modify(|_, count| *count += 1).or_insert("a", 1);
    let (_, count) = counts.raw_entry_mut().from_key("b").or_insert_with(|| ("b", 5));
    *count += 1;
    assert_eq!(counts.raw_entry().from_key("a"), Some((&"a", &2)));
    match counts.raw_entry_mut().from_key("b") {
        RawEntryMut::Occupied(entry) => assert_eq!(entry.remove_entry(), ("b", 6)),
        RawEntryMut::Vacant(_) => unreachable!(),
    }
    assert_eq!(counts.len(), 1);
    interner.numbers.clear();
}
