//@ no-bug

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::{Add, Mul};

trait Numeric: Copy + Add<Output = Self> + Mul<Output = Self> + Default + PartialOrd {
    const ONE: Self;

    fn square(self) -> Self {
        self * self
    }
}

impl Numeric for i32 {
    const ONE: i32 = 1;
}

impl Numeric for f64 {
    const ONE: f64 = 1.0;

    fn square(self) -> f64 {
        self.powi(2)
    }
}

fn power<N: Numeric>(base: N, exp: u32) -> N {
    (0..exp).fold(N::ONE, |acc, _| acc * base)
}

fn dot<N>(a: &[N], b: &[N]) -> N
where
    N: Numeric,
{
    a.iter().zip(b).fold(N::default(), |acc, (&x, &y)| acc + x * y)
}

trait Tap: Sized {
    fn tap(self, f: impl FnOnce(&Self)) -> Self {
        f(&self);
        self
    }

    fn pipe<R>(self, f: impl FnOnce(Self) -> R) -> R {
        f(self)
    }
}

impl<T> Tap for T {}

trait Plugin {
    fn id(&self) -> u32;
    fn name(&self) -> String {
        format!("plugin {}", self.id())
    }
    fn boxed(self) -> Box<dyn Plugin>
    where
        Self: Sized + 'static,
    {
        Box::new(self)
    }
}

impl<P: Plugin + ?Sized> Plugin for Box<P> {
    fn id(&self) -> u32 {
        (**self).id() + 100
    }
}

struct Call<F>(F);

impl<F: Fn() -> u32> Plugin for Call<F> {
    fn id(&self) -> u32 {
        (self.0)()
    }
}

#[derive(Debug, Clone, Default)]
struct Registry<K, V> {
    map: BTreeMap<K, Vec<V>>,
}

impl<K: Ord + Clone, V: Debug> Registry<K, V> {
    fn add(&mut self, k: &K, v: V) -> &mut Self {
        self.map.entry(k.clone()).or_default().push(v);
        self
    }
}

impl<K, V> IntoIterator for Registry<K, V> {
    type Item = (K, Vec<V>);
    type IntoIter = std::collections::btree_map::IntoIter<K, Vec<V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.map.into_iter()
    }
}

fn main() {
    println!("{} {} {}", power(2, 10), power(1.5, 2), 3.square());
    println!("{} {}", dot(&[1, 2], &[3, 4]), dot(&[0.5], &[4.0]));
    let n = vec![3, 1].tap(|v| println!("{}", v.len())).pipe(|v| v.iter().sum::<i32>());
    println!("{n}");
    let p = Call(|| 7).boxed();
    println!("{} {} {}", p.id(), (*p).id(), p.name());
    let mut r = Registry::default();
    r.add(&"b", 1).add(&"a", 2).add(&"b", 3);
    for (k, v) in r.clone() {
        println!("{k} {v:?}");
    }
    println!("{:?}", r);
}
