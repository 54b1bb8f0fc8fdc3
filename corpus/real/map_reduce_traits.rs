//@ no-bug
//@ source: map and reduce as traits with associated types, closures as reducers

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{mpsc, Arc};
use std::thread;
pub trait Mapper: Clone + Send + 'static {
    type In: Send + 'static;
    type Key: Hash + Eq + Ord + Send + 'static;
    type Val: Send + 'static;
    type Err: Debug + Send + 'static;
    fn map<'s>(
        &'s self,
        x: Self::In,
    ) -> Result<Box<dyn Iterator<Item = (Self::Key, Self::Val)> + 's>, Self::Err>;
}
pub trait Reducer<M: Mapper>: Send + Sync + 'static {
    type Out: Send + 'static;
    fn reduce(&self, k: &M::Key, vs: Vec<M::Val>) -> Self::Out;
}
impl<M: Mapper, O: Send + 'static, F> Reducer<M> for F
where
    F: Fn(&M::Key, Vec<M::Val>) -> O + Send + Sync + 'static,
{
    type Out = O;
    fn reduce(&self, k: &M::Key, vs: Vec<M::Val>) -> O {
        self(k, vs)
    }
}
pub struct Job<M, R> {
    mapper: M,
    reducer: Arc<R>,
    shards: usize,
}
impl<M: Mapper, R: Reducer<M>> Job<M, R> {
    pub fn run(
        self,
        inputs: impl IntoIterator<Item = M::In>,
    ) -> Result<BTreeMap<M::Key, R::Out>, Vec<M::Err>> {
        let Self {
            mapper,
            reducer,
            shards,
        } = self;
        let (tx, rx) = mpsc::channel();
        let n = inputs.into_iter().fold(0, |n, x| {
            let (m, tx) = (mapper.clone(), tx.clone());
            thread::spawn(move || {
                let r = m.map(x).map(|it| it.collect::<Vec<_>>());
                tx.send(r).unwrap()
            });
            n + 1
        });
        drop(tx);
        let mut groups: Vec<HashMap<M::Key, Vec<M::Val>>> =
            (0..shards).map(|_| HashMap::new()).collect();
        let mut errs = vec![];
        let mut got = 0;
        for r in rx {
            got += 1;
            match r {
                Ok(kvs) => {
                    for (k, v) in kvs {
                        let s = {
                            use std::hash::{DefaultHasher, Hasher};
                            let mut h = DefaultHasher::new();
                            k.hash(&mut h);
                            h.finish() as usize % shards
                        };
                        groups[s].entry(k).or_default().push(v)
                    }
                }
                Err(e) => errs.push(e),
            }
        }
        assert_eq!(n, got);
        if !errs.is_empty() {
            return Err(errs);
        }
        let hs: Vec<thread::JoinHandle<Vec<(M::Key, R::Out)>>> = groups
            .into_iter()
            .map(|g| {
                let r = Arc::clone(&reducer);
                thread::spawn(move || {
                    g.into_iter()
                        .map(|(k, vs)| {
                            let o = r.reduce(&k, vs);
                            (k, o)
                        })
                        .collect()
                })
            })
            .collect();
        Ok(hs.into_iter().flat_map(|h| h.join().unwrap()).collect())
    }
}
#[derive(Clone)]
struct Words {
    min: usize,
}
impl Mapper for Words {
    type In = &'static str;
    type Key = String;
    type Val = u32;
    type Err = String;
    fn map<'s>(
        &'s self,
        x: &'static str,
    ) -> Result<Box<dyn Iterator<Item = (String, u32)> + 's>, String> {
        if x.is_empty() {
            return Err("empty document".into());
        }
        Ok(Box::new(
            x.split_whitespace()
                .map(|w| {
                    w.trim_matches(|c: char| !c.is_alphanumeric())
                        .to_lowercase()
                })
                .filter(|w| w.len() >= self.min)
                .map(|w| (w, 1)),
        ))
    }
}
fn main() {
    let mk = |min| Job {
        mapper: Words { min },
        reducer: Arc::new(|_: &String, v: Vec<u32>| v.iter().sum::<u32>()),
        shards: 2,
    };
    println!("{:?}", mk(1).run(["To be, or not", "to be!"]));
    println!("{:?}", mk(3).run(["one fine", ""]));
    let longest = Job {
        mapper: Words { min: 2 },
        reducer: Arc::new(|k: &String, v: Vec<u32>| (k.len(), v.len())),
        shards: 1,
    };
    println!("{:?}", longest.run(vec!["aa bb aa"]).unwrap());
}
