//@ no-bug
//@ source: a sharded map generic over its build hasher, each shard behind a lock of its own

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, BuildHasherDefault};
use std::sync::{RwLock, RwLockReadGuard};
use std::thread;

#[derive(Default, Clone)]
struct Fnv(u64);
impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

pub struct ShardedMap<K, V, S = BuildHasherDefault<Fnv>, const N: usize = 2> {
    shards: [RwLock<HashMap<K, V, S>>; N],
    hasher: S,
}

impl<K, V, S, const N: usize> ShardedMap<K, V, S, N>
where
    K: Hash + Eq,
    S: BuildHasher + Default + Clone,
{
    pub fn new() -> Self {
        let hasher = S::default();
        Self { shards: std::array::from_fn(|_| RwLock::new(HashMap::with_hasher(hasher.clone()))), hasher }
    }

    fn shard(&self, key: &K) -> &RwLock<HashMap<K, V, S>> {
        let hash = self.hasher.hash_one(key);
        &self.shards[hash as usize % N]
    }

    pub fn update(&self, key: K, default: V, f: impl FnOnce(&mut V)) {
        let mut shard = self.shard(&key).write().unwrap();
        f(shard.entry(key).or_insert(default));
    }

    pub fn with<R>(&self, key: &K, f: impl FnOnce(Option<&V>) -> R) -> R {
        let shard: RwLockReadGuard<'_, _> = self.shard(key).read().unwrap();
        f(shard.get(key))
    }

    pub fn fold<A>(&self, init: A, mut f: impl FnMut(A, &K, &V) -> A) -> A {
        self.shards.iter().fold(init, |acc, shard| {
            shard.read().unwrap().iter().fold(acc, |acc, (k, v)| f(acc, k, v))
        })
    }
}

fn main() {
    let map: ShardedMap<String, Vec<usize>> = ShardedMap::new();
    thread::scope(|s| {
        for id in 0..2 {
            let map = &map;
            s.spawn(move || {
                for word in ["a", "b"] {
                    map.update(word.to_string(), vec![], |v| v.push(id));
                }
            });
        }
    });
    let total = map.fold(0, |n, _, v| n + v.len());
    println!("{total} {:?}", map.with(&"a".to_string(), |v| v.map(Vec::len)));
    println!("{:?}", map.with(&"zz".to_owned(), |v| v.is_none()));
}
