//@ no-bug

use std::cmp::{Ordering, Reverse};

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
enum Rank {
    Low,
    Mid(u8),
    High { by: i32 },
}

#[derive(Debug, PartialEq, Eq)]
struct Version {
    major: u32,
    minor: u32,
    label: &'static str,
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.major.cmp(&other.major).then_with(|| self.minor.cmp(&other.minor))
    }
}

fn main() {
    println!("{}", Rank::Low < Rank::Mid(0));
    println!("{}", Rank::Mid(3) > Rank::Mid(2));
    println!("{:?}", Rank::High { by: -1 }.cmp(&Rank::High { by: 4 }));
    let mut ranks = vec![Rank::High { by: 2 }, Rank::Mid(9), Rank::Low, Rank::Mid(1)];
    ranks.sort();
    println!("{:?}", ranks);
    println!("{:?}", ranks.iter().max());
    let a = Version { major: 1, minor: 2, label: "a" };
    let b = Version { major: 1, minor: 3, label: "b" };
    println!("{} {} {}", a < b, a == b, a.max(b).label);
    let mut v = vec![3, 1, 2];
    v.sort_by_key(|&x| Reverse(x));
    println!("{:?}", v);
    println!("{:?} {:?}", 1.cmp(&2).reverse(), Ordering::Less.is_lt());
    println!("{} {}", "a" < "b", [1, 2, 3] < [1, 3, 0]);
    println!("{} {}", Some(1) > None, Ok::<i32, i32>(9) < Err(0));
    println!("{} {}", std::cmp::max("x", "y"), (1, "z") < (2, "a"));
    println!("{:?}", 1.5f64.partial_cmp(&f64::NAN));
}
