//@ no-bug

use std::fmt::{Debug, Display};

fn largest<T: PartialOrd + Copy>(xs: &[T]) -> Option<T> {
    let mut it = xs.iter();
    let mut best = *it.next()?;
    for &x in it {
        if x > best {
            best = x;
        }
    }
    Some(best)
}

fn show_all<T>(xs: &[T]) -> String
where
    T: Display,
{
    let mut out = String::new();
    for x in xs {
        out += &x.to_string();
        out.push(';');
    }
    out
}

#[derive(Debug, Clone, PartialEq)]
struct Pair<A, B = A> {
    a: A,
    b: B,
}

impl<A: Clone, B: Clone> Pair<A, B> {
    fn swap(&self) -> Pair<B, A> {
        Pair { a: self.b.clone(), b: self.a.clone() }
    }
}

impl Pair<i32> {
    fn sum(&self) -> i32 {
        self.a + self.b
    }
}

impl<A, B> From<(A, B)> for Pair<A, B> {
    fn from((a, b): (A, B)) -> Self {
        Pair { a, b }
    }
}

trait Describe {
    fn describe(&self) -> String;
}

impl<T: Debug> Describe for T {
    fn describe(&self) -> String {
        format!("<{:?}>", self)
    }
}

fn apply<T, U, F>(x: T, f: F) -> U
where
    F: Fn(T) -> U,
{
    f(x)
}

fn main() {
    println!("{:?} {:?}", largest(&[3, 9, 2]), largest::<f64>(&[]));
    println!("{}", show_all(&["a", "b"]));
    let p: Pair<i32, &str> = (1, "x").into();
    println!("{:?} {:?}", p, p.swap());
    println!("{}", Pair { a: 2, b: 3 }.sum());
    println!("{} {}", 5.describe(), "s".describe());
    println!("{} {}", vec![1].describe(), Some(()).describe());
    println!("{}", apply(4, |x| x as f64 / 8.0));
    println!("{}", apply("abc", str::len));
}
