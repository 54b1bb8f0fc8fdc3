//@ no-bug
//@ source: bounds of associated types of associated types, behind `impl` and of parameters

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::ops::Add;

fn digits() -> impl Iterator<Item: Add<u8, Output: Into<u8> + Debug>> {
    0..10u8
}

fn rows() -> impl IntoIterator<Item: IntoIterator<Item: Display + Copy, IntoIter: ExactSizeIterator>>
{
    [vec!['a', 'b'], vec!['c']]
}

fn total<T>(values: T) -> u64
where
    T: IntoIterator<Item: Add<u8, Output: Add<u8, Output: Into<u64>>>>,
{
    values.into_iter().map(|value| (value + 1 + 2).into()).sum()
}

trait Store {
    type Key: Ord;
    type Entries: Iterator<Item: AsRef<[Self::Key]>>;
    fn entries(&self) -> Self::Entries;
}

impl Store for BTreeMap<u8, Vec<i32>> {
    type Key = i32;
    type Entries = std::vec::IntoIter<Vec<i32>>;
    fn entries(&self) -> Self::Entries {
        self.values().cloned().collect::<Vec<_>>().into_iter()
    }
}

fn longest<S: Store<Key: Copy>>(store: &S) -> Option<S::Key> {
    let longest = store.entries().max_by_key(|entry| entry.as_ref().len())?;
    longest.as_ref().iter().copied().max()
}

fn main() {
    let mut sum = 0u8;
    for digit in digits() {
        let next = digit + 1;
        print!("{next:?} ");
        sum += next.into();
    }
    println!("{sum}");
    for row in rows() {
        let row = row.into_iter();
        print!("{}: ", row.len());
        for item in row {
            let copy = item;
            print!("{item}{copy} ");
        }
    }
    println!("{}", total([1u8, 2]));
    println!(
        "{:?}",
        longest(&BTreeMap::from([(1, vec![7]), (2, vec![3, 5])]))
    );
}
