//@ no-bug
//@ source: closures whose parameter types come from the bound of the callee

use std::collections::BTreeMap;

struct Pipeline<T> {
    stages: Vec<Box<dyn Fn(T) -> T>>,
}

impl<T: 'static> Pipeline<T> {
    fn new() -> Self {
        Pipeline { stages: vec![] }
    }

    fn stage(mut self, f: impl Fn(T) -> T + 'static) -> Self {
        self.stages.push(Box::new(f));
        self
    }

    fn run(&self, input: T) -> T {
        self.stages.iter().fold(input, |x, f| f(x))
    }
}

fn with_pair<A, B, R>(a: A, b: B, f: impl FnOnce(&A, &mut B) -> R, b2: fn(&B) -> R) -> (R, R)
where
    B: Clone,
{
    let mut c = b.clone();
    let r = f(&a, &mut c);
    (r, b2(&b))
}

fn memoize<K: Ord + Clone, V: Clone>(f: impl Fn(&K) -> V) -> impl FnMut(K) -> V {
    let mut seen = BTreeMap::new();
    move |k| seen.entry(k).or_insert_with_key(|k| f(k)).clone()
}

fn main() {
    let p = Pipeline::new().stage(|x| x + 1).stage(|x| x * 2).stage(move |x: i64| x.pow(2));
    println!("{}", p.run(3));
    let words = Pipeline::new().stage(|s: String| s + "!").stage(|s| s.to_uppercase());
    println!("{}", words.run("hi".into()));
    println!("{:?}", with_pair("k", vec![1], |a, b| { b.push(2); a.len() + b.len() }, |b| b.len()));
    let mut squares = memoize(|n: &u32| {
        println!("computing {n}");
        n * n
    });
    println!("{} {} {}", squares(4), squares(4), squares(5));
    let mut v = vec![(1, "b"), (1, "a"), (0, "c")];
    v.sort_by(|x, y| x.0.cmp(&y.0).then_with(|| y.1.cmp(x.1)));
    println!("{:?}", v);
    v.sort_by_key(|&(_, s)| s);
    println!("{:?}", v);
    let longest = ["aa", "b"].iter().max_by_key(|s| s.len()).unwrap();
    println!("{longest}");
    let compose = |f: &dyn Fn(i32) -> i32, g: &dyn Fn(i32) -> i32, x| g(f(x));
    println!("{}", compose(&|x| x + 1, &|x| x * 10, 4));
    let fact = |n| {
        fn go(n: u64) -> u64 {
            if n <= 1 { 1 } else { n * go(n - 1) }
        }
        go(n)
    };
    println!("{}", fact(5));
    let nested = |a: i32| move |b: i32| move |c: i32| a * 100 + b * 10 + c;
    println!("{}", nested(1)(2)(3));
    let mut log = vec![];
    let mut add = |s| log.push(s);
    add(1.5);
    add(2.0);
    println!("{:?}", log);
}
