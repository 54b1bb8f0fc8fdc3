//@ no-bug
//@ source: iterators of all kinds: `successors`, `scan`, `peekable`, `try_fold`, own `FromIterator` and `Extend`

use std::collections::{BTreeMap, BTreeSet, HashMap, LinkedList, VecDeque};
use std::iter::{self, FromIterator, Peekable};
use std::sync::mpsc;
use std::thread;
struct Fib {
    a: u64,
    b: u64,
}
impl Iterator for Fib {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        let r = self.a;
        self.a = self.b;
        self.b += r;
        Some(r)
    }
}
struct Bag(BTreeMap<char, usize>);
impl FromIterator<char> for Bag {
    fn from_iter<I: IntoIterator<Item = char>>(i: I) -> Self {
        let mut m = BTreeMap::new();
        for c in i {
            *m.entry(c).or_insert(0) += 1;
        }
        Bag(m)
    }
}
impl<'a> IntoIterator for &'a Bag {
    type Item = (&'a char, &'a usize);
    type IntoIter = std::collections::btree_map::Iter<'a, char, usize>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
impl Extend<char> for Bag {
    fn extend<I: IntoIterator<Item = char>>(&mut self, i: I) {
        i.into_iter()
            .for_each(|c| *self.0.entry(c).or_default() += 1)
    }
}
fn groups<I>(it: I) -> Vec<Vec<I::Item>>
where
    I: Iterator,
    I::Item: PartialEq + Copy,
{
    let mut it: Peekable<I> = it.peekable();
    let mut out = vec![];
    while let Some(x) = it.next() {
        let mut g = vec![x];
        while let Some(y) = it.next_if(|y| *y == x) {
            g.push(y)
        }
        out.push(g);
    }
    out
}
fn main() {
    println!(
        "{:?}",
        Fib { a: 0, b: 1 }
            .skip_while(|x| *x < 5)
            .step_by(2)
            .take_while(|&x| x < 300)
            .collect::<Vec<_>>()
    );
    let mut bag: Bag = "hello".chars().collect();
    bag.extend("lo".chars());
    println!(
        "{:?}",
        (&bag)
            .into_iter()
            .map(|(c, n)| format!("{c}{n}"))
            .collect::<String>()
    );
    println!("{:?}", groups([1, 1, 2, 3, 3, 3].into_iter()));
    let (even, odd): (Vec<u32>, BTreeSet<u32>) =
        (1..10).partition_map_(|x| if x % 2 == 0 { Ok(x) } else { Err(x) });
    println!("{even:?} {odd:?}");
    let v: VecDeque<_> = iter::successors(Some(1u32), |x| x.checked_mul(10)).collect();
    println!("{} {:?} {:?}", v.len(), v.back(), v.iter().rev().nth(1));
    let words = ["apple", "bob", "cat", "apple"];
    let idx: HashMap<&str, Vec<usize>> =
        words
            .iter()
            .enumerate()
            .fold(HashMap::new(), |mut m, (i, w)| {
                m.entry(*w).or_insert_with(Vec::new).push(i);
                m
            });
    let mut k: Vec<_> = idx.into_iter().collect();
    k.sort();
    println!("{k:?}");
    println!(
        "{:?}",
        words
            .iter()
            .map(|w| w.len())
            .scan(0, |s, n| {
                *s += n;
                Some(*s)
            })
            .collect::<LinkedList<_>>()
    );
    println!(
        "{:?} {:?}",
        words.iter().max_by_key(|w| w.len()),
        words.iter().min_by(|a, b| b.cmp(a))
    );
    println!(
        "{:?}",
        words
            .concat()
            .char_indices()
            .filter(|(_, c)| "aeiou".contains(*c))
            .map(|(i, _)| i)
            .rev()
            .collect::<Vec<_>>()
    );
    println!(
        "{:?}",
        [[1, 2], [3, 4]]
            .iter()
            .flatten()
            .copied()
            .zip("abcd".chars())
            .unzip::<i32, char, Vec<_>, String>()
    );
    println!(
        "{:?} {:?}",
        (1..=4).try_fold(0i8, |a, x| a.checked_add(x * 30)),
        (1..=4).rev().reduce(|a, b| a * 10 + b)
    );
    println!(
        "{} {} {}",
        [1, 2].iter().lt([1, 3].iter()),
        (0..3).eq([0, 1, 2]),
        [3, 1, 2].is_sorted()
    );
    let (tx, rx) = mpsc::channel();
    let t = thread::spawn(move || {
        (0..3)
            .map(|i| i * i)
            .inspect(|x| tx.send(*x).unwrap())
            .sum::<i32>()
    });
    println!(
        "{} {:?}",
        t.join().unwrap(),
        rx.try_iter().chain(iter::once(7)).collect::<Vec<i32>>()
    );
    println!(
        "{:?}",
        [5, 3, 8]
            .iter()
            .enumerate()
            .map(|(i, x)| x - i as i32)
            .collect::<Box<[i32]>>()
            .chunks(2)
            .map(|c| c.iter().product::<i32>())
            .collect::<Vec<_>>()
    );
}
trait PartitionMap: Iterator + Sized {
    fn partition_map_<A, B, C: Extend<A> + Default, D: Extend<B> + Default>(
        self,
        mut f: impl FnMut(Self::Item) -> Result<A, B>,
    ) -> (C, D) {
        let (mut c, mut d) = (C::default(), D::default());
        for x in self {
            match f(x) {
                Ok(a) => c.extend(Some(a)),
                Err(b) => d.extend(iter::once(b)),
            }
        }
        (c, d)
    }
}
impl<I: Iterator> PartitionMap for I {}
