//@ no-bug

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

#[derive(Debug, Default, PartialEq)]
struct Config {
    name: String,
    depth: u8,
    ratio: f64,
    tags: Vec<String>,
    parent: Option<Box<Config>>,
}

fn parse_pair<A: std::str::FromStr, B: std::str::FromStr>(s: &str) -> Option<(A, B)> {
    let (a, b) = s.split_once(':')?;
    Some((a.parse().ok()?, b.parse().ok()?))
}

fn build<C: FromIterator<u32>>() -> C {
    (1..4).collect()
}

fn main() {
    let v: Vec<u32> = build();
    let d = build::<VecDeque<_>>();
    let s: BTreeSet<_> = build();
    println!("{:?} {:?} {:?}", v, d, s);
    println!("{:?}", parse_pair::<u8, f64>("3:1.5"));
    let p: Option<(String, bool)> = parse_pair("x:true");
    println!("{:?} {:?}", p, parse_pair::<i8, i8>("300:1"));
    println!("{:?}", Config::default());
    let c = Config { depth: 3, ..Default::default() };
    println!("{}", c == Config { name: Default::default(), depth: "3".parse().unwrap(), ..Config::default() });
    let text: String = ["a", "b"].iter().map(|s| s.to_uppercase()).collect();
    println!("{text}");
    let m: HashMap<_, _> = [("a", 1)].into();
    let n: BTreeMap<String, u64> = m.into_iter().map(|(k, v)| (k.into(), v)).collect();
    println!("{:?}", n);
    let total: f32 = [1.5, 2.5].iter().sum();
    let product: u64 = (1..=5u64).product();
    println!("{total} {product}");
    let x: u16 = 5u8.into();
    let y: Result<u8, _> = u8::try_from(x);
    println!("{x} {:?}", y);
    let (even, odd): (Vec<i32>, Vec<i32>) = (0..6).partition(|n| n % 2 == 0);
    println!("{:?} {:?}", even, odd);
    let bytes: [u8; 2] = vec![1, 2].try_into().unwrap();
    println!("{:?}", bytes);
    let boxed: Box<dyn Fn(i32) -> i32> = if total > 3.0 { Box::new(|x| x + 1) } else { Box::new(|x| x - 1) };
    println!("{}", boxed(1));
    let opt: Option<Vec<u8>> = "1,2,x".split(',').map(|s| s.parse().ok()).collect();
    println!("{:?}", opt);
    let o = None.unwrap_or(5);
    let chars: Vec<char> = "hi".chars().collect();
    let back = chars.iter().rev().collect::<String>();
    println!("{o} {back}");
    println!("{:?}", Some(3).map(Into::<i64>::into));
    let r: Result<(), Box<dyn std::error::Error>> = Err("text".into());
    println!("{:?}", r.map_err(|e| e.to_string()));
}
