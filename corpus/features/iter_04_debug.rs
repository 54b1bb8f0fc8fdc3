//@ no-bug
//@ source: structs with iterators in them derive `Debug`, and are bounded by what their fields project

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::iter::Peekable;
use std::str::{Lines, Split, SplitWhitespace};

#[derive(Debug, Clone)]
struct Reader<'a> {
    lines: Peekable<Lines<'a>>,
    words: Option<SplitWhitespace<'a>>,
    fields: Vec<Split<'a, char>>,
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Ahead<I: Iterator> {
    rest: I,
    next: Option<I::Item>,
    seen: Vec<(usize, Option<I::Item>)>,
}

fn main() {
    let ahead = Ahead { rest: 3..5, next: Some(2), seen: vec![(0, Some(1))] };
    println!("{ahead:?} {} {:?}", ahead.clone() == ahead, Ahead::<std::ops::Range<u8>>::default().seen);
    let mut reader = Reader { lines: "a b\nc".lines().peekable(), words: None, fields: vec!["x,y".split(',')] };
    reader.words = reader.lines.next().map(str::split_whitespace);
    let copy = reader.clone();
    println!("{} {:?}", format!("{reader:?}").starts_with("Reader { lines: Peekable"), copy.words.map(Iterator::count));
    println!("{:?} {:?}", reader.lines.peek(), reader.fields[0].next_back());
    let (sorted, hashed) = (BTreeMap::from([(1, 'a'), (2, 'b')]), HashMap::from([(1, 'a')]));
    println!("{:?} {:?} {:?}", sorted.keys(), sorted.values(), sorted.iter());
    println!("{:?} {:?} {:?}", hashed.keys(), hashed.values(), hashed.iter());
    println!("{:?} {:?}", BTreeSet::from([3, 4]).iter(), HashSet::from([5]).iter());
}
