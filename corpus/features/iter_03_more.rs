//@ no-bug

use std::iter::{FusedIterator, Peekable};

struct RunLength<I: Iterator> {
    inner: Peekable<I>,
}

impl<I> Iterator for RunLength<I>
where
    I: Iterator,
    I::Item: PartialEq,
{
    type Item = (I::Item, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.inner.next()?;
        let mut n = 1;
        while self.inner.next_if(|x| *x == first).is_some() {
            n += 1;
        }
        Some((first, n))
    }
}

impl<I: FusedIterator> FusedIterator for RunLength<I> where I::Item: PartialEq {}

trait RunLengthExt: Iterator + Sized {
    fn run_length(self) -> RunLength<Self> {
        RunLength { inner: self.peekable() }
    }
}

impl<I: Iterator> RunLengthExt for I {}

fn primes() -> impl Iterator<Item = u32> {
    (2..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
}

fn main() {
    println!("{:?}", "aaabcc".chars().run_length().collect::<Vec<_>>());
    println!("{:?}", primes().skip(3).step_by(2).take(4).collect::<Vec<_>>());
    let v = [5, 3, 8, 1];
    println!("{:?}", v.iter().copied().min_by_key(|x| (x - 4i32).abs()));
    println!("{:?}", v.iter().rev().enumerate().last());
    println!("{:?}", v.chunks_exact(3).map(|c| c.len()).collect::<Vec<_>>());
    println!("{:?}", v.rchunks(3).collect::<Vec<_>>());
    println!("{:?}", v.iter().zip(v.iter().skip(1)).map(|(a, b)| b - a).collect::<Vec<_>>());
    println!("{:?}", v.iter().try_for_each(|&x| if x < 8 { Ok(()) } else { Err(x) }));
    println!("{:?}", v.iter().find_map(|&x| (x > 4).then(|| x * 100)));
    println!("{:?}", v.split_at_checked(9).is_none());
    println!("{:?}", v.partition_point(|&x| x > 2));
    println!("{:?}", v.iter().max_by(|a, b| a.cmp(b)).map(|m| m + 1));
    let mut it = v.iter();
    println!("{:?} {:?} {:?}", it.next_back(), it.nth(1), it.as_slice());
    println!("{:?}", (0..3).flat_map(|x| (0..x).map(move |y| (x, y))).collect::<Vec<_>>());
    println!("{:?}", ["b", "a"].iter().map(|s| s.to_string()).rev().reduce(|a, b| a + &b));
    println!("{:?}", (1..=4).rev().map(|x| x as f64).fold(0.0, |a, b| a / 2.0 + b));
    println!("{}", (1..=3).map(|i| i.to_string()).collect::<Vec<_>>().join("<"));
    println!("{:?}", [1, 2, 3, 4].iter().sum::<i32>().checked_rem(3));
    println!("{:?}", "a-b_c".split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>());
    println!("{:?}", "a1b22".split_inclusive(char::is_numeric).collect::<Vec<_>>());
    println!("{:?}", "abc".chars().zip(1..).unzip::<char, i32, String, Vec<i32>>());
    println!("{:?}", [3, 1, 2].iter().is_sorted_by_key(|x| *x));
    println!("{:?}", [[1, 2], [3, 4]].iter().flatten().rev().collect::<Vec<_>>());
    println!("{}", [1, 2, 3].iter().lt([1, 2, 4].iter()));
    let mut counter = 0;
    let evens: Vec<u32> = std::iter::from_fn(|| {
        counter += 2;
        Some(counter)
    })
    .take(3)
    .collect();
    println!("{:?}", evens);
    let sum: i32 = [Some(1), None, Some(2)].iter().flatten().sum();
    println!("{sum} {:?}", [Some(1), None].iter().copied().sum::<Option<i32>>());
    let mut grouped: Vec<Vec<i32>> = Vec::new();
    for x in [1, 1, 2, 3, 3] {
        match grouped.last_mut() {
            Some(g) if g[0] == x => g.push(x),
            _ => grouped.push(vec![x]),
        }
    }
    println!("{:?}", grouped);
    println!("{:?}", [1, 1, 2].chunk_by(|a, b| a == b).map(<[i32]>::len).collect::<Vec<_>>());
}
