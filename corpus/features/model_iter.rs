//@ no-bug
//@ source: iterators against native ones

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

fn main() {
    let v = vec![3, 1, 4, 1, 5, 9, 2, 6];
    let it = || v.iter().copied();
    println!("{} {:?} {:?}", it().count(), it().last(), it().nth(2));
    println!("{:?}", it().step_by(3).collect::<Vec<_>>());
    println!("{:?}", it().chain([7, 7]).collect::<Vec<_>>());
    println!("{:?}", it().zip("abc".chars()).collect::<Vec<_>>());
    println!("{:?}", it().map(|x| x * 2).filter(|x| x % 4 == 0).collect::<Vec<_>>());
    println!("{:?}", it().filter_map(|x| if x > 3 { Some(x * 10) } else { None }).collect::<Vec<i32>>());
    println!("{:?}", it().enumerate().skip(2).take(3).collect::<Vec<_>>());
    let mut p = it().peekable();
    while let Some(x) = p.next() {
        if let Some(next) = p.peek() {
            print!("{x}<{next} ");
        }
    }
    println!();
    println!("{:?}", it().skip_while(|x| *x != 4).take_while(|x| *x != 2).collect::<Vec<_>>());
    println!("{:?}", it().map_while(|x| if x < 5 { Some(x) } else { None }).collect::<Vec<_>>());
    println!("{:?}", it().scan(0, |s, x| { *s += x; Some(*s) }).collect::<Vec<_>>());
    println!("{:?}", it().flat_map(|x| 0..x % 3).collect::<Vec<_>>());
    println!("{:?}", vec![vec![1], vec![2, 3]].into_iter().flatten().rev().collect::<Vec<_>>());
    println!("{:?}", it().partition::<Vec<_>, _>(|x| x % 2 == 0));
    println!("{} {:?}", it().fold(100, |a, x| a - x), it().reduce(|a, b| a * b));
    println!("{} {}", it().all(|x| x > 0), it().any(|x| x == 9));
    println!("{:?} {:?} {:?}", it().find(|x| *x > 4), it().position(|x| x == 1), v.iter().rposition(|x| *x == 1));
    println!("{:?} {:?}", it().max(), it().min());
    println!("{:?} {:?}", it().enumerate().max_by_key(|p| p.1 % 5), it().enumerate().min_by_key(|p| p.1 % 5));
    println!("{:?}", it().max_by(|a, b| (a % 4).cmp(&(b % 4))));
    println!("{:?}", it().map(|x| (x, x * x)).unzip::<i32, i32, Vec<_>, Vec<_>>());
    println!("{} {}", it().sum::<i32>(), it().take(3).product::<i32>());
    println!("{:?} {} {}", it().cmp([3, 2]), it().eq(it()), it().lt([9]));
    println!("{:?}", it().cycle().skip(5).take(6).collect::<Vec<_>>());
    println!("{:?}", it().try_fold(0i8, |a, x| a.checked_add(x as i8 * 10)));
    println!("{:?}", it().try_for_each(|x| if x == 9 { ControlFlow::Break(x) } else { ControlFlow::Continue(()) }));
    println!("{:?}", ["1", "2", "x"].iter().map(|s| s.parse::<i32>()).collect::<Result<Vec<_>, _>>().is_err());
    println!("{:?}", ["1", "2"].iter().map(|s| s.parse::<i32>().ok()).collect::<Option<Vec<_>>>());
    println!("{:?}", ["1", "2"].iter().map(|s| s.parse::<i32>()).sum::<Result<i32, _>>());
    let m: HashMap<_, _> = it().map(|x| (x, x + 1)).collect();
    println!("{} {:?}", m.len(), m.get(&9));
    let mut counts = BTreeMap::new();
    it().for_each(|x| *counts.entry(x % 3).or_insert(0) += 1);
    println!("{:?}", counts);
    println!("{:?}", (0..10).rev().step_by(3).collect::<Vec<_>>());
    println!("{:?} {:?}", (1..=5).sum::<i32>(), (1..=0).collect::<Vec<i32>>());
    println!("{:?} {:?}", (0..5).size_hint(), (0..5u8).len());
    println!("{:?}", (250u8..=255).collect::<Vec<_>>());
    println!("{:?}", (5i32..).take(2).collect::<Vec<_>>());
    println!("{:?}", std::iter::repeat(1).take(3).chain(std::iter::once(2)).chain(std::iter::empty()).collect::<Vec<_>>());
    println!("{:?}", std::iter::successors(Some(1u32), |x| x.checked_mul(100)).collect::<Vec<_>>());
    let mut n = 0;
    println!("{:?}", std::iter::from_fn(|| { n += 1; (n < 4).then_some(n) }).collect::<Vec<_>>());
    println!("{:?}", std::iter::repeat_with(|| 5).take(2).collect::<Vec<_>>());
    println!("{:?}", std::iter::zip([1, 2], [3, 4]).map(|(a, b)| a + b).collect::<Vec<_>>());
    let mut iter = it();
    println!("{:?} {:?}", iter.by_ref().take(2).collect::<Vec<_>>(), iter.collect::<Vec<_>>());
    let mut d = v.iter();
    println!("{:?} {:?} {:?} {}", d.next(), d.next_back(), d.nth_back(1), d.len());
    println!("{:?}", it().inspect(|x| print!("<{x}>")).filter(|x| x % 2 == 0).count());
    println!("{:?}", "hello world".split(' ').map(str::len).collect::<Vec<_>>());
    println!("{}", it().map(|x| x.to_string()).collect::<Vec<_>>().join("+"));
    println!("{}", it().map(|x| char::from(b'a' + x as u8)).collect::<String>());
    println!("{:?}", it().rev().enumerate().map(|(i, x)| i as i32 * x).collect::<Box<[i32]>>());
    let total: i32 = it().filter(|&x| x > 2).map(|x| x as i32).rev().take(2).sum();
    println!("{total} {:?}", it().is_sorted());
    let mut e = Vec::new();
    e.extend(it().take(2));
    e.extend(&[8, 9]);
    println!("{:?} {:?}", e, Some(5).into_iter().chain(None).collect::<Vec<_>>());
    let (small, big): (Vec<i32>, Vec<i32>) = it().partition(|&n| n < 4);
    println!("{:?} {:?}", small, big);
    println!("{:?}", it().find_map(|x| (x > 4).then(|| x * 2)));
    println!("{:?}", it().min_by(|a, b| b.partial_cmp(a).unwrap()));
    println!("{:?}", v.iter().fuse().rfold(0, |a, x| a * 2 + x));
    println!("{:?}", (0..3).flat_map(|i| (0..i).map(move |j| (i, j))).collect::<Vec<_>>());
}
