//@ no-bug
//@ source: visitors, monoids, a binary tree with its iterators, memoization, state machines, closures that return closures

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::*;
// HKT-ish, visitor, generic fold, trait objects with generics, iterators in structs, recursion schemes
trait Visitor {
    type Out;
    fn num(&mut self, n: i64) -> Self::Out;
    fn bin(&mut self, op: Op, l: Self::Out, r: Self::Out) -> Self::Out;
    fn var(&mut self, name: &str) -> Self::Out;
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Op {
    Add,
    Sub,
    Mul,
    Div,
}
#[derive(Clone, Debug)]
enum Expr {
    Num(i64),
    Var(String),
    Bin(Op, Box<Expr>, Box<Expr>),
}
impl Expr {
    fn accept<V: Visitor>(&self, v: &mut V) -> V::Out {
        match self {
            Expr::Num(n) => v.num(*n),
            Expr::Var(s) => v.var(s),
            Expr::Bin(op, l, r) => {
                let l = l.accept(v);
                let r = r.accept(v);
                v.bin(*op, l, r)
            }
        }
    }
}
macro_rules! ops { ($($t:ident $m:ident $o:ident),*) => { $(impl $t for Expr { type Output = Expr; fn $m(self, rhs: Expr) -> Expr { Expr::Bin(Op::$o, Box::new(self), Box::new(rhs)) } } impl $t<i64> for Expr { type Output = Expr; fn $m(self, rhs: i64) -> Expr { self.$m(Expr::from(rhs)) } })* } }
ops!(Add add Add, Sub sub Sub, Mul mul Mul, Div div Div);
impl From<i64> for Expr {
    fn from(n: i64) -> Self {
        Expr::Num(n)
    }
}
impl From<&str> for Expr {
    fn from(s: &str) -> Self {
        Expr::Var(s.to_owned())
    }
}
struct Eval<'e> {
    env: &'e HashMap<String, i64>,
}
impl Visitor for Eval<'_> {
    type Out = Option<i64>;
    fn num(&mut self, n: i64) -> Option<i64> {
        Some(n)
    }
    fn var(&mut self, s: &str) -> Option<i64> {
        self.env.get(s).copied()
    }
    fn bin(&mut self, op: Op, l: Option<i64>, r: Option<i64>) -> Option<i64> {
        let (l, r) = (l?, r?);
        match op {
            Op::Add => l.checked_add(r),
            Op::Sub => l.checked_sub(r),
            Op::Mul => l.checked_mul(r),
            Op::Div => l.checked_div(r),
        }
    }
}
struct Show;
impl Visitor for Show {
    type Out = String;
    fn num(&mut self, n: i64) -> String {
        n.to_string()
    }
    fn var(&mut self, s: &str) -> String {
        s.into()
    }
    fn bin(&mut self, op: Op, l: String, r: String) -> String {
        format!(
            "({l} {} {r})",
            match op {
                Op::Add => '+',
                Op::Sub => '-',
                Op::Mul => '*',
                Op::Div => '/',
            }
        )
    }
}
// monoid with assoc const
trait Monoid {
    const ZERO: Self;
    fn plus(&self, o: &Self) -> Self;
}
impl Monoid for i32 {
    const ZERO: i32 = 0;
    fn plus(&self, o: &i32) -> i32 {
        self + o
    }
}
impl Monoid for String {
    const ZERO: String = String::new();
    fn plus(&self, o: &String) -> String {
        format!("{self}{o}")
    }
}
impl<A: Monoid, B: Monoid> Monoid for (A, B) {
    const ZERO: (A, B) = (A::ZERO, B::ZERO);
    fn plus(&self, o: &Self) -> Self {
        (self.0.plus(&o.0), self.1.plus(&o.1))
    }
}
impl<T: Monoid> Monoid for Option<T> {
    const ZERO: Self = None;
    fn plus(&self, o: &Self) -> Self {
        match (self, o) {
            (Some(a), Some(b)) => Some(a.plus(b)),
            (Some(a), None) | (None, Some(a)) => Some(a.plus(&T::ZERO)),
            (None, None) => None,
        }
    }
}
fn msum<'a, M: Monoid + 'a>(it: impl IntoIterator<Item = &'a M>) -> M {
    it.into_iter().fold(M::ZERO, |a, b| a.plus(b))
}
// Generic tree with iterator via stack
#[derive(Debug)]
struct Tree<K, V> {
    root: Link<K, V>,
    len: usize,
}
type Link<K, V> = Option<Box<Node<K, V>>>;
#[derive(Debug)]
struct Node<K, V> {
    k: K,
    v: V,
    l: Link<K, V>,
    r: Link<K, V>,
}
impl<K: Ord, V> Tree<K, V> {
    fn new() -> Self {
        Tree { root: None, len: 0 }
    }
    fn insert(&mut self, k: K, v: V) -> Option<V> {
        let mut cur = &mut self.root;
        while let Some(n) = cur {
            match k.cmp(&n.k) {
                std::cmp::Ordering::Less => cur = &mut n.l,
                std::cmp::Ordering::Greater => cur = &mut n.r,
                std::cmp::Ordering::Equal => return Some(std::mem::replace(&mut n.v, v)),
            }
        }
        *cur = Some(Box::new(Node { k, v, l: None, r: None }));
        self.len += 1;
        None
    }
    fn remove_min(&mut self) -> Option<(K, V)> {
        fn go<K, V>(link: &mut Link<K, V>) -> Option<(K, V)> {
            if link.as_ref()?.l.is_some() {
                go(&mut link.as_mut().unwrap().l)
            } else {
                let Node { k, v, r, .. } = *link.take()?;
                *link = r;
                Some((k, v))
            }
        }
        let r = go(&mut self.root);
        if r.is_some() {
            self.len -= 1
        }
        r
    }
    fn iter(&self) -> Iter<'_, K, V> {
        let mut it = Iter { stack: vec![] };
        it.push(&self.root);
        it
    }
    fn depth(&self) -> usize {
        fn d<K, V>(l: &Link<K, V>) -> usize {
            l.as_ref().map_or(0, |n| 1 + d(&n.l).max(d(&n.r)))
        }
        d(&self.root)
    }
}
struct Iter<'a, K, V> {
    stack: Vec<&'a Node<K, V>>,
}
impl<'a, K, V> Iter<'a, K, V> {
    fn push(&mut self, mut l: &'a Link<K, V>) {
        while let Some(n) = l.as_deref() {
            self.stack.push(n);
            l = &n.l;
        }
    }
}
impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);
    fn next(&mut self) -> Option<Self::Item> {
        let n = self.stack.pop()?;
        self.push(&n.r);
        Some((&n.k, &n.v))
    }
}
impl<'a, K: Ord, V> IntoIterator for &'a Tree<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;
    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}
impl<K: Ord, V> FromIterator<(K, V)> for Tree<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(i: I) -> Self {
        let mut t = Tree::new();
        t.extend(i);
        t
    }
}
impl<K: Ord, V> Extend<(K, V)> for Tree<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, i: I) {
        for (k, v) in i {
            self.insert(k, v);
        }
    }
}
impl<K: Ord, V> Index<&K> for Tree<K, V> {
    type Output = V;
    fn index(&self, k: &K) -> &V {
        self.iter().find_map(|(q, v)| (q == k).then_some(v)).expect("no key")
    }
}
// blanket extension, iterator adapter
struct Pairs<I: Iterator> {
    it: I,
    prev: Option<I::Item>,
}
impl<I> Iterator for Pairs<I>
where
    I: Iterator,
    I::Item: Clone,
{
    type Item = (I::Item, I::Item);
    fn next(&mut self) -> Option<Self::Item> {
        let p = match self.prev.take() {
            Some(p) => p,
            None => self.it.next()?,
        };
        let n = self.it.next()?;
        self.prev = Some(n.clone());
        Some((p, n))
    }
}
trait PairsExt: Iterator {
    fn pairs(self) -> Pairs<Self>
    where
        Self: Sized,
    {
        Pairs { it: self, prev: None }
    }
}
impl<I: ?Sized + Iterator> PairsExt for I {}
fn dynit<'a>(flag: bool, v: &'a [i32]) -> Box<dyn Iterator<Item = i32> + 'a> {
    if flag {
        Box::new(v.iter().rev().copied())
    } else {
        Box::new(v.iter().map(|x| x * x).chain(std::iter::once(-1)))
    }
}
fn memo<A: std::hash::Hash + Eq + Clone, R: Clone>(f: impl Fn(&dyn Fn(A) -> R, A) -> R) -> impl Fn(A) -> R {
    use std::cell::RefCell;
    let cache: RefCell<HashMap<A, R>> = RefCell::new(HashMap::new());
    move |a| {
        fn go<A: std::hash::Hash + Eq + Clone, R: Clone>(
            c: &RefCell<HashMap<A, R>>,
            f: &dyn Fn(&dyn Fn(A) -> R, A) -> R,
            a: A,
        ) -> R {
            if let Some(r) = c.borrow().get(&a) {
                return r.clone();
            }
            let r = f(&|b| go(c, f, b), a.clone());
            c.borrow_mut().insert(a, r.clone());
            r
        }
        go(&cache, &f, a)
    }
}
struct Countdown<const N: u32>;
impl<const N: u32> IntoIterator for Countdown<N> {
    type Item = u32;
    type IntoIter = std::iter::Rev<std::ops::RangeInclusive<u32>>;
    fn into_iter(self) -> Self::IntoIter {
        (1..=N).rev()
    }
}
trait State {
    fn next(self: Box<Self>, input: char) -> Box<dyn State>;
    fn done(&self) -> Option<String> {
        None
    }
}
struct Start;
struct InWord(String);
struct End(String);
impl State for Start {
    fn next(self: Box<Self>, c: char) -> Box<dyn State> {
        if c.is_alphabetic() {
            Box::new(InWord(c.into()))
        } else {
            self
        }
    }
}
impl State for InWord {
    fn next(mut self: Box<Self>, c: char) -> Box<dyn State> {
        if c.is_alphabetic() {
            self.0.push(c);
            self
        } else {
            Box::new(End(self.0))
        }
    }
}
impl State for End {
    fn next(self: Box<Self>, _: char) -> Box<dyn State> {
        self
    }
    fn done(&self) -> Option<String> {
        Some(self.0.clone())
    }
}
fn apply_n<T, F>(n: usize, f: F) -> impl FnOnce(T) -> T
where
    F: Fn(T) -> T,
{
    move |x| (0..n).fold(x, |a, _| f(a))
}
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Flags(u8);
impl Flags {
    const A: Flags = Flags(1);
    const B: Flags = Flags(2);
    const ALL: Flags = Flags(Self::A.0 | Self::B.0);
}
impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, o: Flags) -> Flags {
        Flags(self.0 | o.0)
    }
}
impl BitAndAssign for Flags {
    fn bitand_assign(&mut self, o: Self) {
        self.0 &= o.0
    }
}
impl Sub<Flags> for &Flags {
    type Output = Flags;
    fn sub(self, o: Flags) -> Flags {
        Flags(self.0 & !o.0)
    }
}
fn show_all(xs: &[&dyn Debug]) -> String {
    xs.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(";")
}
fn main() {
    let e = (Expr::from("x") + 2) * Expr::from(3) - Expr::from("y") / 1;
    println!("{}", e.accept(&mut Show));
    let env = HashMap::from([("x".to_string(), 4), ("y".to_string(), 5)]);
    println!(
        "{:?} {:?}",
        e.accept(&mut Eval { env: &env }),
        (e.clone() / 0).accept(&mut Eval { env: &env })
    );
    println!(
        "{:?} {:?}",
        msum(&[1, 2, 3]),
        msum(&[Some((1, "a".to_string())), None, Some((2, "b".to_string()))])
    );
    let mut t: Tree<_, &str> = [(5, "five"), (2, "two"), (8, "eight"), (2, "deux")]
        .into_iter()
        .collect();
    println!("{} {} {:?}", t.len, t.depth(), t.iter().collect::<Vec<_>>());
    println!(
        "{} {:?} {:?}",
        t[&8],
        "-",
        (&t).into_iter().map(|(k, _)| *k).pairs().collect::<Vec<_>>()
    );
    for (k, v) in &t {
        print!("{k}={v} ");
    }
    println!();
    println!(
        "{:?} {:?}",
        dynit(true, &[1, 2]).collect::<Vec<_>>(),
        dynit(false, &[1, 2]).map(|x| x + 1).sum::<i32>()
    );
    println!("{:?}", t.remove_min());
    let fib = memo(|rec: &dyn Fn(u64) -> u64, n: u64| if n < 2 { n } else { rec(n - 1) + rec(n - 2) });
    println!("{} {}", fib(30), fib(10));
    println!("{:?}", Countdown::<3>.into_iter().collect::<Vec<_>>());
    let mut s: Box<dyn State> = Box::new(Start);
    for c in " hello world".chars() {
        s = s.next(c);
    }
    println!("{:?}", s.done());
    println!(
        "{} {}",
        apply_n(3, |x: i32| x * 2)(5),
        apply_n(2, |s: String| s + "!")("hi".into())
    );
    let mut f = Flags::A | Flags::B;
    println!("{:?} {}", f, f == Flags::ALL);
    f &= Flags::B;
    println!("{:?} {:?}", f, &Flags::ALL - f);
    println!("{}", show_all(&[&1, &"a", &Some(2.5), &[1u8; 2], &('x', ())]));
    let fs: [(&str, fn(f64) -> f64); 3] = [
        ("sqrt", f64::sqrt),
        ("neg", |x| -x),
        ("half", {
            fn half(x: f64) -> f64 {
                x / 2.0
            }
            half
        }),
    ];
    println!(
        "{:?}",
        fs.iter().map(|(n, f)| format!("{n}:{}", f(16.0))).collect::<Vec<_>>()
    );
    let mut grid = [[0u8; 4]; 3];
    for (y, row) in grid.iter_mut().enumerate() {
        for (x, c) in row.iter_mut().enumerate() {
            *c = (x * y) as u8;
        }
    }
    let tr: Vec<Vec<u8>> = (0..4).map(|x| grid.iter().map(|r| r[x]).collect()).collect();
    println!("{tr:?} {:?}", grid.iter().flatten().filter(|&&c| c > 2).count());
    let mut words = vec!["delta", "Alpha", "charlie", "bravo"];
    words.sort_by_key(|w| w.to_lowercase());
    println!("{words:?}");
    words.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    println!("{words:?}");
    let [first, .., last] = words[..] else { panic!() };
    println!("{first} {last}");
    let t @ (a, b) = (1, 2.5);
    println!("{:?} {}", t, a as f64 + b);
    let x = 5u8;
    let y = match x {
        0..=3 => "low",
        4 | 5 if x % 2 == 1 => "odd mid",
        _ => "other",
    };
    println!("{y}");
    let nested: Vec<Vec<Option<&str>>> = vec![vec![Some("a"), None], vec![], vec![Some("b")]];
    println!("{:?}", nested.iter().flatten().flatten().copied().collect::<String>());
    println!(
        "{:?}",
        nested
            .into_iter()
            .map(|v| v.into_iter().collect::<Option<Vec<_>>>())
            .collect::<Vec<_>>()
    );
    let mut opt = Some(3);
    if let Some(x) = opt.as_mut() {
        *x += 1;
    }
    println!("{:?}", opt.take());
    println!("{:?}", opt.get_or_insert(9));
    let mut it = (1..4).into_iter();
    let s: i32 = it.by_ref().take(2).sum();
    println!("{s} {:?}", it.next());
    let c = std::cell::Cell::new(5);
    c.set(c.get() + 1);
    println!("{} {}", c.replace(1), c.take());
    println!(
        "{:?}",
        i32::MAX
            .checked_add(1)
            .map_or_else(|| "overflow".to_string(), |v| v.to_string())
    );
    println!("{}", {
        let v = vec![1, 2, 3];
        let s: &[i32] = &v;
        match s {
            [] => 0,
            [x] => *x,
            [x, rest @ ..] => x + rest.len() as i32,
        }
    });
    println!("{:?}", (1u8..=255).map(u32::from).rev().nth(5));
    println!("{:?}", ('a'..'d').zip(1..).collect::<Vec<_>>());
}
