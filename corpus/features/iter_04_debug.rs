//@ no-bug
//@ source: structs with iterators in them derive `Debug`

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::iter::Peekable;
use std::str::{Lines, Split, SplitWhitespace};

#[derive(Debug, Clone)]
struct Reader<'a> {
    lines: Peekable<Lines<'a>>,
    words: Option<SplitWhitespace<'a>>,
    fields: Vec<Split<'a, char>>,
}

fn main() {
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
