//@ no-bug

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::iter;

struct Countdown {
    n: u32,
}

impl Iterator for Countdown {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.n == 0 {
            return None;
        }
        self.n -= 1;
        Some(self.n + 1)
    }
}

impl DoubleEndedIterator for Letters {
    fn next_back(&mut self) -> Option<char> {
        if self.from >= self.to {
            return None;
        }
        self.to -= 1;
        Some(self.to as char)
    }
}

struct Letters {
    from: u8,
    to: u8,
}

impl Iterator for Letters {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        if self.from >= self.to {
            return None;
        }
        self.from += 1;
        Some((self.from - 1) as char)
    }
}

struct Bag(Vec<i32>);

impl<'a> IntoIterator for &'a Bag {
    type Item = &'a i32;
    type IntoIter = std::slice::Iter<'a, i32>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl FromIterator<i32> for Bag {
    fn from_iter<I: IntoIterator<Item = i32>>(iter: I) -> Self {
        let mut v: Vec<i32> = iter.into_iter().collect();
        v.sort();
        Bag(v)
    }
}

impl Extend<i32> for Bag {
    fn extend<I: IntoIterator<Item = i32>>(&mut self, iter: I) {
        for x in iter {
            self.0.push(x);
        }
    }
}

fn main() {
    println!("{:?}", Countdown { n: 3 }.collect::<Vec<_>>());
    println!("{}", Countdown { n: 4 }.zip(Countdown { n: 9 }.skip(1)).map(|(a, b)| a * b).sum::<u32>());
    println!("{}", Letters { from: b'a', to: b'e' }.rev().collect::<String>());
    let mut bag: Bag = [3, 1, 2].into_iter().collect();
    bag.extend(vec![9]);
    for x in &bag {
        print!("{x} ");
    }
    println!();
    println!("{:?}", iter::repeat("x").take(2).collect::<String>());
    println!("{:?}", iter::once(1).chain(iter::empty()).collect::<Vec<i32>>());
    println!("{:?}", iter::successors(Some(1u32), |x| x.checked_mul(10)).collect::<Vec<_>>());
    let mut state = 1;
    println!("{:?}", iter::from_fn(|| { state *= 2; (state < 40).then_some(state) }).collect::<VecDeque<_>>());
    println!("{:?}", iter::repeat_with(|| 5).take(2).collect::<Box<[i32]>>());
    println!("{:?}", iter::zip([1, 2], ['a', 'b']).collect::<BTreeMap<_, _>>());
    println!("{:?}", [("a", 1)].into_iter().collect::<HashMap<_, _>>());
    let mut dynamic: Box<dyn Iterator<Item = u32>> = Box::new(Countdown { n: 5 });
    dynamic = Box::new(dynamic.filter(|x| x % 2 == 1));
    println!("{:?}", dynamic.next());
    println!("{:?}", dynamic.collect::<Vec<_>>());
    println!("{:?}", std::array::from_fn::<usize, 4, _>(|i| i * i));
    println!("{:?}", [3, 4].map(|x| x + 1));
    let total: i32 = "1 2 3".split(' ').flat_map(str::parse::<i32>).sum();
    println!("{total}");
    println!("{:?}", vec![1u8; 3].iter().map(|&b| u32::from(b)).sum::<u32>());
}
