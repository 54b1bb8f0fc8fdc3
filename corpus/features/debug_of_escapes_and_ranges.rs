//@ no-bug
//@ source: what `Debug` shows of the characters of an escape sequence or of another case, and of the ranges
//@ source: of maps and sets
use std::collections::{BTreeMap, BTreeSet};

fn main() {
    let mut escape = '\n'.escape_default();
    println!("{escape:?} {escape}");
    escape.next();
    println!("{escape:?} {escape}");
    println!("{:?} {:?}", 'a'.escape_default(), 'ä'.escape_unicode());
    println!("{:?} {:#?}", 'é'.escape_debug(), '\''.escape_debug());
    let mut upper = 'ß'.to_uppercase();
    println!("{upper:?} {:?}", 'Ä'.to_lowercase());
    upper.next();
    println!("{upper:?} {upper}");

    let set = BTreeSet::from([1, 2, 3]);
    let map = BTreeMap::from([(1, 'a'), (2, 'b')]);
    let mut range = set.range(2..);
    println!("{range:?} {range:#?}");
    assert_eq!((range.next(), range.next_back(), range.next()), (Some(&2), Some(&3), None));
    println!("{range:?} {:?} {:?}", set.iter(), map.range(2..));
}
