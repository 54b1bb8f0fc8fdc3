//@ no-bug
//@ source: `impl Trait` in arguments, returns, traits, tuples, options, struct fields by inference

use std::fmt::{Debug, Display};
use std::iter::Map;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::thread;
fn adder(n: i32) -> impl Fn(i32) -> i32 + Clone + Send + 'static {
    move |x| x + n
}
fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}
fn evens(r: Range<u32>) -> impl DoubleEndedIterator<Item = u32> + Clone {
    r.filter(|x| x % 2 == 0)
}
fn squares(r: Range<u32>) -> Map<Range<u32>, impl FnMut(u32) -> u32> {
    r.map(|x| x * x)
}
fn pair() -> (impl Debug, Box<dyn Fn() -> Box<dyn Display>>) {
    ([1u8; 2], Box::new(|| Box::new("boxed")))
}
fn maybe(flag: bool) -> Option<impl Iterator<Item = char>> {
    flag.then(|| "ab".chars().rev())
}
fn results() -> Result<impl Display, impl Debug> {
    if true {
        Ok(1.5f32)
    } else {
        Err(())
    }
}
trait Shape {
    fn area(&self) -> f64;
    fn scaled(&self, k: f64) -> impl Shape + use<Self>;
    fn parts(&self) -> impl Iterator<Item = f64> {
        std::iter::once(self.area())
    }
}
struct Sq(f64);
impl Shape for Sq {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
    fn scaled(&self, k: f64) -> impl Shape + use<> {
        Sq(self.0 * k)
    }
}
struct Counter<F> {
    f: F,
}
impl<F> Counter<F>
where
    F: FnMut() -> u32,
{
    fn twice(&mut self) -> u32 {
        (self.f)() + (self.f)()
    }
}
fn counter() -> Counter<impl FnMut() -> u32> {
    let mut n = 0;
    Counter {
        f: move || {
            n += 1;
            n
        },
    }
}
fn apply_all<'a>(fs: &'a [&'a dyn Fn(i32) -> i32], x: i32) -> impl Iterator<Item = i32> + 'a {
    fs.iter().map(move |f| f(x))
}
fn spawn_with<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> impl FnOnce() -> T {
    let h = thread::spawn(f);
    move || h.join().unwrap()
}
fn recursive(n: u32) -> Box<dyn Iterator<Item = u32>> {
    if n == 0 {
        Box::new(std::iter::empty())
    } else {
        Box::new(std::iter::once(n).chain(recursive(n - 1)))
    }
}
fn main() {
    let f = compose(adder(2), |x| x * 10);
    println!(
        "{} {:?}",
        f(1),
        evens(0..7).rev().chain(squares(1..3)).collect::<Vec<_>>()
    );
    let (d, s) = pair();
    println!(
        "{d:?} {} {:?}",
        s(),
        maybe(true).map(|i| i.collect::<String>())
    );
    println!(
        "{}",
        results()
            .map(|x| x.to_string())
            .unwrap_or_else(|e| format!("{e:?}"))
    );
    let q = Sq(2.0).scaled(1.5);
    println!("{} {}", q.area(), q.scaled(2.0).parts().sum::<f64>());
    let mut c = counter();
    println!("{} {}", c.twice(), c.twice());
    let g = adder(1);
    println!(
        "{:?}",
        apply_all(&[&g, &|x| -x, &i32::abs], -4).collect::<Vec<_>>()
    );
    let total = Arc::new(Mutex::new(0));
    let joins: Vec<_> = (1..3)
        .map(|i| {
            let t = total.clone();
            spawn_with(move || {
                *t.lock().unwrap() += i;
                i
            })
        })
        .collect();
    println!(
        "{} {}",
        joins.into_iter().map(|j| j()).sum::<i32>(),
        total.lock().unwrap()
    );
    println!("{:?}", recursive(3).collect::<Vec<_>>());
}
