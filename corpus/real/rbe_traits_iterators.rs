//@ no-bug
//@ source: Rust by Example: operator traits, iterators, returning closures, supertraits, disambiguation, dyn, phantom units

use std::collections::{BTreeSet, HashMap, HashSet};
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Deref, Not};

struct Fibonacci {
    curr: u32,
    next: u32,
}
impl Iterator for Fibonacci {
    type Item = u32;
    fn next(&mut self) -> Option<Self::Item> {
        let current = self.curr;
        self.curr = self.next;
        self.next += current;
        Some(current)
    }
}

fn double_positives<'a>(numbers: &'a [i32]) -> impl Iterator<Item = i32> + 'a {
    numbers.iter().filter(|x| x > &&0).map(|x| x * 2)
}
fn make_adder(y: i32) -> impl Fn(i32) -> i32 {
    move |x| x + y
}
fn create_fnmut() -> impl FnMut() -> String {
    let mut text = "FnMut".to_owned();
    move || {
        text.push('!');
        format!("This is a: {text}")
    }
}
fn create_fnonce() -> impl FnOnce() -> usize {
    let text = "FnOnce".to_owned();
    move || text.into_bytes().len()
}
fn apply<F>(f: F)
where
    F: FnOnce(),
{
    f();
}
fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

trait Person {
    fn name(&self) -> String;
}
trait Student: Person {
    fn university(&self) -> String;
}
trait Programmer {
    fn fav_language(&self) -> String;
}
trait CompSciStudent: Programmer + Student {
    fn git_username(&self) -> String;
}
struct Me;
impl Person for Me {
    fn name(&self) -> String {
        "Me".into()
    }
}
impl Student for Me {
    fn university(&self) -> String {
        "U".into()
    }
}
impl Programmer for Me {
    fn fav_language(&self) -> String {
        "Rust".into()
    }
}
impl CompSciStudent for Me {
    fn git_username(&self) -> String {
        self.name().to_lowercase()
    }
}
fn comp_sci_student_greeting(student: &dyn CompSciStudent) -> String {
    format!("{} {} {} {}", student.name(), student.university(), student.fav_language(), student.git_username())
}

trait Contains {
    type A;
    type B;
    fn contains(&self, a: &Self::A, b: &Self::B) -> bool;
    fn first(&self) -> i32;
    fn last(&self) -> i32;
}
struct Container(i32, i32);
impl Contains for Container {
    type A = i32;
    type B = i32;
    fn contains(&self, n1: &i32, n2: &i32) -> bool {
        (&self.0 == n1) && (&self.1 == n2)
    }
    fn first(&self) -> i32 {
        self.0
    }
    fn last(&self) -> i32 {
        self.1
    }
}
fn difference<C: Contains>(container: &C) -> i32 {
    container.last() - container.first()
}

#[derive(Debug, Clone, Copy)]
enum Inch {}
#[derive(Debug, Clone, Copy)]
enum Mm {}
#[derive(Debug, Clone, Copy)]
struct Length<Unit>(f64, PhantomData<Unit>);
impl<Unit> Add for Length<Unit> {
    type Output = Length<Unit>;
    fn add(self, rhs: Length<Unit>) -> Length<Unit> {
        Length(self.0 + rhs.0, PhantomData)
    }
}
impl<U> AddAssign<f64> for Length<U> {
    fn add_assign(&mut self, rhs: f64) {
        self.0 += rhs;
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
enum Switch {
    On,
    Off,
}
impl Not for Switch {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::On => Self::Off,
            Self::Off => Self::On,
        }
    }
}
struct Years(i64);
impl Deref for Years {
    type Target = i64;
    fn deref(&self) -> &i64 {
        &self.0
    }
}

fn main() {
    let mut sequence = 0..3;
    println!("{:?} {:?} {:?} {:?}", sequence.next(), sequence.next(), sequence.next(), sequence.next());
    println!("{:?}", Fibonacci { curr: 0, next: 1 }.skip(4).take(4).collect::<Vec<_>>());
    println!("{:?}", double_positives(&[-3, 2, 5]).rev_sorted());
    println!("{} {}", make_adder(1)(2), compose(|x: i32| x + 1, |y| format!("<{y}>"))(4));
    let mut fn_mut = create_fnmut();
    fn_mut();
    println!("{} {}", fn_mut(), create_fnonce()());
    let greeting = "hello";
    let mut farewell = "goodbye".to_owned();
    apply(|| {
        farewell.push_str("!!!");
        println!("{greeting} {farewell}");
        drop(farewell);
    });
    println!("{}", comp_sci_student_greeting(&Me));
    let c = Container(3, 10);
    println!("{} {}", c.contains(&3, &10), difference(&c));
    let one_foot: Length<Inch> = Length(12.0, PhantomData);
    let mut metre: Length<Mm> = Length(1000.0, PhantomData);
    metre += 0.5;
    println!("{:?} {:?}", (one_foot + one_foot).0, metre.0);
    println!("{:?} {:?}", !Switch::On, Switch::On.max(!Switch::On));
    println!("{} {}", Years(30).pow(2), *Years(3) + 1);
    let is_odd = |n: &u32| n % 2 == 1;
    let sum: u32 = (0..).map(|n| n * n).take_while(|&n| n < 100).filter(is_odd).sum();
    println!("{sum}");
    let a: HashSet<i32> = vec![1, 2, 3].into_iter().collect();
    let b: HashSet<i32> = HashSet::from([2, 3, 4]);
    let common: BTreeSet<_> = a.intersection(&b).copied().collect();
    let all = a.union(&b).cloned().collect::<BTreeSet<i32>>();
    println!("{common:?} {all:?} {}", a.symmetric_difference(&b).count());
    let vec1 = vec![1, 2, 3];
    println!("{:?} {:?} {}", vec1.iter().position(|&x| x == 2), vec1.iter().find(|&&x| x > 2), vec1.iter().any(|&x| x == 9));
    let mut by_len: HashMap<usize, Vec<&str>> = HashMap::new();
    for w in "a bc de f ghi".split(' ') {
        by_len.entry(w.len()).or_default().push(w);
    }
    let mut keys: Vec<_> = by_len.into_iter().map(|(k, v)| (k, v.concat())).collect();
    keys.sort_by_key(|(k, _)| std::cmp::Reverse(*k));
    println!("{keys:?}");
}

trait RevSorted: Iterator + Sized
where
    Self::Item: Ord,
{
    fn rev_sorted(self) -> Vec<Self::Item> {
        let mut v: Vec<Self::Item> = self.collect();
        v.sort_by(|a, b| b.cmp(a));
        v
    }
}
impl<I: Iterator> RevSorted for I where I::Item: Ord {}
