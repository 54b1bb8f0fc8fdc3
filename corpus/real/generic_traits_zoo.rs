//@ no-bug
//@ source: traits with constants, generic associated types, type maps, states as boxed traits, const generics

use std::{
    any::{type_name, Any, TypeId},
    collections::HashMap,
    convert::Infallible,
    fmt::{self, Debug, Display},
    hash::{DefaultHasher, Hash, Hasher},
    marker::PhantomData,
    ops::*,
    sync::{atomic::*, mpsc, Arc, Mutex, RwLock},
    thread,
};
pub trait Monoid {
    const ZERO: Self;
    fn combine(self, o: Self) -> Self;
}
impl Monoid for i32 {
    const ZERO: i32 = 0;
    fn combine(self, o: i32) -> i32 {
        self + o
    }
}
impl Monoid for String {
    const ZERO: String = String::new();
    fn combine(mut self, o: String) -> String {
        self.push_str(&o);
        self
    }
}
impl<A: Monoid, B: Monoid> Monoid for (A, B) {
    const ZERO: Self = (A::ZERO, B::ZERO);
    fn combine(self, (a, b): Self) -> Self {
        (self.0.combine(a), self.1.combine(b))
    }
}
impl<T> Monoid for Option<T>
where
    T: Monoid,
{
    const ZERO: Self = None;
    fn combine(self, o: Self) -> Self {
        match (self, o) {
            (Some(a), Some(b)) => Some(a.combine(b)),
            (a, b) => a.or(b),
        }
    }
}
fn par_fold<M: Monoid + Send + 'static>(parts: Vec<Vec<M>>) -> M {
    let hs: Vec<_> = parts
        .into_iter()
        .map(|p| thread::spawn(move || p.into_iter().fold(M::ZERO, M::combine)))
        .collect();
    hs.into_iter()
        .map(|h| h.join().unwrap())
        .fold(M::ZERO, Monoid::combine)
}
pub trait Storage {
    type Key: Hash + Eq + Clone;
    type Value;
    type Iter<'a>: Iterator<Item = (&'a Self::Key, &'a Self::Value)>
    where
        Self: 'a;
    fn put(&mut self, k: Self::Key, v: Self::Value) -> Option<Self::Value>;
    fn iter(&self) -> Self::Iter<'_>;
    fn len(&self) -> usize {
        self.iter().count()
    }
}
#[derive(Default)]
struct Mem<K, V>(HashMap<K, V>);
impl<K: Hash + Eq + Clone, V> Storage for Mem<K, V> {
    type Key = K;
    type Value = V;
    type Iter<'a>
        = std::collections::hash_map::Iter<'a, K, V>
    where
        Self: 'a;
    fn put(&mut self, k: K, v: V) -> Option<V> {
        self.0.insert(k, v)
    }
    fn iter(&self) -> Self::Iter<'_> {
        self.0.iter()
    }
}
struct Cached<S: Storage> {
    inner: RwLock<S>,
    hits: AtomicU32,
}
impl<S> Cached<S>
where
    S: Storage<Value: Clone + Display>,
    S::Key: Debug,
{
    fn dump(&self) -> Vec<String> {
        self.hits.fetch_add(1, Ordering::Relaxed);
        let g = self.inner.read().unwrap();
        let mut v: Vec<_> = g.iter().map(|(k, v)| format!("{k:?}={v}")).collect();
        v.sort();
        v
    }
}
trait Plugin: Any + Send + Sync {
    fn name(&self) -> &str {
        type_name::<Self>().rsplit("::").next().unwrap()
    }
    fn exec(&self, input: &dyn Any) -> Option<Box<dyn Any + Send>>;
    fn box_clone(&self) -> Box<dyn Plugin>;
}
impl Clone for Box<dyn Plugin> {
    fn clone(&self) -> Self {
        (**self).box_clone()
    }
}
#[derive(Clone)]
struct Upper;
#[derive(Clone)]
struct Scale<T>(T);
impl Plugin for Upper {
    fn exec(&self, i: &dyn Any) -> Option<Box<dyn Any + Send>> {
        i.downcast_ref::<&str>()
            .map(|s| Box::new(s.to_uppercase()) as Box<dyn Any + Send>)
    }
    fn box_clone(&self) -> Box<dyn Plugin> {
        Box::new(self.clone())
    }
}
impl<T: Mul<Output = T> + Copy + Send + Sync + 'static> Plugin for Scale<T> {
    fn name(&self) -> &str {
        "scale"
    }
    fn exec(&self, i: &dyn Any) -> Option<Box<dyn Any + Send>> {
        let x = *i.downcast_ref::<T>()?;
        Some(Box::new(x * self.0))
    }
    fn box_clone(&self) -> Box<dyn Plugin> {
        Box::new(Scale(self.0))
    }
}
struct TypeMap(HashMap<TypeId, Box<dyn Any + Send>>);
impl TypeMap {
    fn insert<T: Any + Send>(&mut self, t: T) -> Option<T> {
        self.0
            .insert(TypeId::of::<T>(), Box::new(t))
            .and_then(|b| b.downcast().ok())
            .map(|b| *b)
    }
    fn get<T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Id<T>(u32, PhantomData<fn() -> T>);
impl<T> Id<T> {
    const fn new(n: u32) -> Self {
        Id(n, PhantomData)
    }
}
impl<T> Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Id").field(&self.0).finish()
    }
}
trait State {
    fn next(self: Box<Self>, ev: char) -> Box<dyn State>;
    fn done(&self) -> bool {
        false
    }
}
struct Start;
struct Mid(Vec<char>);
struct End(String);
impl State for Start {
    fn next(self: Box<Self>, ev: char) -> Box<dyn State> {
        if ev == '(' {
            Box::new(Mid(vec![]))
        } else {
            self
        }
    }
}
impl State for Mid {
    fn next(mut self: Box<Self>, ev: char) -> Box<dyn State> {
        match ev {
            ')' => Box::new(End(self.0.iter().collect())),
            c => {
                self.0.push(c);
                self
            }
        }
    }
}
impl State for End {
    fn next(self: Box<Self>, _: char) -> Box<dyn State> {
        self
    }
    fn done(&self) -> bool {
        self.0.len() == 2
    }
}
struct Tensor<T, const D: usize> {
    dims: [usize; D],
    data: Vec<T>,
}
impl<T: Copy + Default, const D: usize> Tensor<T, D> {
    const RANK: usize = D;
    fn zeros(dims: [usize; D]) -> Self {
        Self {
            data: vec![T::default(); dims.iter().product()],
            dims,
        }
    }
    fn at(&self, ix: [usize; D]) -> usize {
        ix.iter().zip(&self.dims).fold(0, |acc, (i, d)| {
            assert!(i < d);
            acc * d + i
        })
    }
}
impl<T: Copy + Default, const D: usize> Index<[usize; D]> for Tensor<T, D> {
    type Output = T;
    fn index(&self, ix: [usize; D]) -> &T {
        &self.data[self.at(ix)]
    }
}
impl<T: Copy + Default, const D: usize> IndexMut<[usize; D]> for Tensor<T, D> {
    fn index_mut(&mut self, ix: [usize; D]) -> &mut T {
        let k = self.at(ix);
        &mut self.data[k]
    }
}
enum Never {}
impl From<Never> for Infallible {
    fn from(n: Never) -> Infallible {
        match n {}
    }
}
fn hash_of<T: Hash + ?Sized>(t: &T) -> u64 {
    let mut h = DefaultHasher::new();
    t.hash(&mut h);
    h.finish()
}
fn dynamic<'a>(
    xs: &'a [Box<dyn Fn(&str) -> Option<usize> + 'a>],
    s: &str,
) -> impl Iterator<Item = usize> + 'a {
    let s = s.to_owned();
    xs.iter().filter_map(move |f| f(&s))
}
fn main() {
    assert_eq!(
        par_fold(vec![
            vec![(1, "a".to_string()), (2, "b".into())],
            vec![(3, "c".into())]
        ]),
        (6, "abc".to_string())
    );
    assert_eq!(
        par_fold::<Option<i32>>(vec![vec![None, Some(2)], vec![], vec![Some(5)]]),
        Some(7)
    );
    let c = Arc::new(Cached {
        inner: RwLock::new(Mem::<&str, f32>::default()),
        hits: AtomicU32::new(0),
    });
    let t = {
        let c = c.clone();
        thread::spawn(move || {
            c.inner.write().unwrap().put("pi", 3.25);
            c.dump().len()
        })
    };
    c.inner.write().unwrap().put("e", 2.5);
    assert!((1..=2).contains(&t.join().unwrap()));
    assert_eq!(
        (
            c.dump(),
            c.inner.read().unwrap().len(),
            c.hits.load(Ordering::SeqCst)
        ),
        (vec!["\"e\"=2.5".to_string(), "\"pi\"=3.25".into()], 2, 2)
    );
    let ps: Vec<Box<dyn Plugin>> =
        vec![Box::new(Upper), Box::new(Scale(3u8)), Box::new(Scale(0.5))];
    let ps2 = ps.clone();
    let out = thread::spawn(move || {
        ps2.iter()
            .map(|p| {
                (
                    p.name().to_string(),
                    p.exec(&"hi").is_some(),
                    p.exec(&4u8)
                        .and_then(|b| b.downcast::<u8>().ok())
                        .map(|b| *b),
                )
            })
            .collect::<Vec<_>>()
    })
    .join()
    .unwrap();
    assert_eq!(
        out,
        [
            ("Upper".into(), true, None),
            ("scale".into(), false, Some(12)),
            ("scale".into(), false, None)
        ]
    );
    let mut tm = TypeMap(HashMap::new());
    tm.insert(5u8);
    tm.insert("s");
    assert_eq!(
        (
            tm.insert(6u8),
            tm.get::<u8>(),
            tm.get::<&str>(),
            tm.get::<i8>()
        ),
        (Some(5), Some(&6), Some(&"s"), None)
    );
    assert_eq!(
        format!(
            "{:?} {}",
            Id::<Mutex<()>>::new(4),
            Id::<u8>::new(1) < Id::new(2)
        ),
        "Id(4) true"
    );
    let end = "x(ab)y"
        .chars()
        .fold(Box::new(Start) as Box<dyn State>, |s, c| s.next(c));
    assert!(end.done());
    let mut t = Tensor::<i16, 3>::zeros([2, 3, 4]);
    t[[1, 2, 3]] = 9;
    assert_eq!(
        (
            t[[1, 2, 3]],
            t.data.len(),
            t.data[23],
            Tensor::<u8, 2>::RANK
        ),
        (9, 24, 9, 2)
    );
    assert_eq!(hash_of("ab"), hash_of(&"ab".to_string()));
    assert_ne!(hash_of(&(1, 2)), hash_of(&(2, 1)));
    let pat = "l".to_string();
    let fs: Vec<Box<dyn Fn(&str) -> Option<usize> + '_>> = vec![
        Box::new(|s| s.find(&pat)),
        Box::new(|s| s.strip_suffix("o").map(str::len)),
        Box::new(|_| None),
    ];
    assert_eq!(dynamic(&fs, "hello").collect::<Vec<_>>(), [2, 4]);
    let (tx, rx) = mpsc::channel::<Box<dyn FnOnce(&mut Vec<u32>) + Send>>();
    let h = thread::spawn(move || {
        let mut v = vec![];
        for f in rx {
            f(&mut v)
        }
        v
    });
    tx.send(Box::new(|v| v.push(1))).unwrap();
    let k = 7;
    tx.send(Box::new(move |v| v.extend([k; 2]))).unwrap();
    tx.send(Box::new(Vec::clear as fn(&mut Vec<u32>))).ok();
    tx.send(Box::new(|v| {
        v.resize_with(2, Default::default);
        v[1] |= 6
    }))
    .unwrap();
    drop(tx);
    assert_eq!(h.join().unwrap(), [0, 6]);
}
