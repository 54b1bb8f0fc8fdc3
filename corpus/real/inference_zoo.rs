//@ no-bug
//@ source: what people leave to type inference: closures that return closures, collect, sum, fold, fallbacks

use std::{
    borrow::Cow,
    collections::*,
    error::Error,
    fmt::{Debug, Write as _},
    iter::{self, FromIterator},
    num::ParseIntError,
    ops::*,
    rc::Rc,
    sync::{mpsc, Arc, Mutex},
    thread,
};
fn apply<F, A, B>(f: F) -> impl Fn(A) -> B
where
    F: Fn(A) -> B,
{
    move |a| f(a)
}
fn curry<A: Copy + 'static, B: Copy + 'static, C: 'static>(
    f: impl Fn(A, B) -> C + Copy + 'static,
) -> impl Fn(A) -> Box<dyn Fn(B) -> C> {
    move |a| Box::new(move |b| f(a, b))
}
fn memo<K: Ord + Clone, V: Clone>(
    f: impl Fn(&mut dyn FnMut(K) -> V, K) -> V,
) -> impl FnMut(K) -> V {
    let mut cache = BTreeMap::new();
    fn go<K: Ord + Clone, V: Clone>(
        cache: &mut BTreeMap<K, V>,
        f: &dyn Fn(&mut dyn FnMut(K) -> V, K) -> V,
        k: K,
    ) -> V {
        if let Some(v) = cache.get(&k) {
            return v.clone();
        }
        let v = f(&mut |k2| go(cache, f, k2), k.clone());
        cache.insert(k, v.clone());
        v
    }
    move |k| go(&mut cache, &f, k)
}
#[derive(Debug, Clone, PartialEq, Default)]
struct Stats {
    n: usize,
    mean: f64,
    var: f64,
}
impl FromIterator<f64> for Stats {
    fn from_iter<I: IntoIterator<Item = f64>>(it: I) -> Self {
        let (n, m, s) = it.into_iter().fold((0usize, 0.0, 0.0), |(n, m, s), x| {
            let n = n + 1;
            let d = x - m;
            let m = m + d / n as f64;
            (n, m, s + d * (x - m))
        });
        Stats {
            n,
            mean: m,
            var: if n > 1 { s / (n - 1) as f64 } else { 0. },
        }
    }
}
impl<'a> FromIterator<&'a i32> for Stats {
    fn from_iter<I: IntoIterator<Item = &'a i32>>(it: I) -> Self {
        it.into_iter().map(|&x| f64::from(x)).collect()
    }
}
fn parse_kv(s: &str) -> Result<HashMap<String, Vec<i32>>, Box<dyn Error>> {
    s.split(';')
        .filter(|p| !p.trim().is_empty())
        .map(|p| {
            let (k, v) = p
                .split_once(':')
                .ok_or_else(|| format!("no colon in {p:?}"))?;
            let nums = v
                .split(',')
                .map(|n| n.trim().parse())
                .collect::<Result<_, ParseIntError>>()?;
            Ok((k.trim().to_string(), nums))
        })
        .collect()
}
fn transpose<T: Clone>(v: &[Vec<T>]) -> Vec<Vec<T>> {
    (0..v.first().map_or(0, Vec::len))
        .map(|i| v.iter().map(|r| r[i].clone()).collect())
        .collect()
}
struct Fib {
    a: u64,
    b: u64,
}
impl Iterator for Fib {
    type Item = u64;
    fn next(&mut self) -> Option<Self::Item> {
        let r = self.a;
        (self.a, self.b) = (self.b, self.a + self.b);
        Some(r)
    }
}
trait Ext: Iterator {
    fn every(self, n: usize) -> Every<Self>
    where
        Self: Sized,
    {
        Every { it: self, n }
    }
    fn counts(self) -> HashMap<Self::Item, usize>
    where
        Self: Sized,
        Self::Item: Eq + std::hash::Hash,
    {
        let mut m = HashMap::new();
        self.for_each(|x| *m.entry(x).or_default() += 1);
        m
    }
}
impl<I: Iterator + ?Sized> Ext for I {}
struct Every<I> {
    it: I,
    n: usize,
}
impl<I: Iterator> Iterator for Every<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        let r = self.it.next();
        if self.n > 1 {
            self.it.nth(self.n - 2);
        }
        r
    }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> Every<I> {
    fn back(self) -> Option<I::Item> {
        let k = (self.it.len().checked_sub(1)?) % self.n;
        self.it.rev().nth(k)
    }
}
fn main() -> Result<(), Box<dyn Error>> {
    let double = apply(|x| x * 2);
    let add = curry(|a: i32, b: i32| a + b);
    assert_eq!(double(add(3)(4)), 14);
    let mut fib = memo(|rec, n: u32| {
        if n < 2 {
            n as u64
        } else {
            rec(n - 1) + rec(n - 2)
        }
    });
    assert_eq!(fib(40), 102334155);
    let st: Stats = [2., 4., 4., 4., 5., 5., 7., 9.].into_iter().collect();
    assert!((st.mean - 5.0).abs() < 1e-9 && (st.var - 32.0 / 7.0).abs() < 1e-9);
    assert_eq!([1, 2, 3].iter().collect::<Stats>().mean, 2.0);
    let kv = parse_kv("a: 1, 2 ; b:3;")?;
    assert_eq!(
        kv["a"].iter().sum::<i32>()
            + kv.get("b")
                .and_then(|v| v.last())
                .copied()
                .unwrap_or_default(),
        6
    );
    let errs = ["a", "a:x"].map(|s| parse_kv(s).unwrap_err().to_string());
    assert_eq!(errs, ["no colon in \"a\"", "invalid digit found in string"]);
    assert_eq!(
        transpose(&[vec![1, 2, 3], vec![4, 5, 6]]),
        [[1, 4], [2, 5], [3, 6]]
    );
    let evens: u64 = Fib { a: 1, b: 2 }
        .take_while(|&x| x < 100)
        .filter(|x| x % 2 == 0)
        .sum();
    assert_eq!(evens, 44);
    assert_eq!((0..10).every(3).collect::<Vec<_>>(), vec![0, 3, 6, 9]);
    assert_eq!(
        (1..=7).collect::<Vec<_>>().into_iter().every(2).back(),
        Some(7)
    );
    let c = "hello".chars().counts();
    let mut top: Vec<_> = c.into_iter().collect();
    top.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    assert_eq!(top.first(), Some(&('l', 2)));
    let nested: Vec<Option<Vec<u8>>> = vec![Some(vec![1]), None, Some(vec![2, 3])];
    let flat: Vec<_> = nested.iter().flatten().flatten().map(|b| b << 1).collect();
    assert_eq!(flat, [2, 4, 6]);
    let all: Option<Vec<_>> = nested.iter().map(|o| o.as_ref().map(|v| v.len())).collect();
    assert_eq!(all, None);
    let (small, big): (HashSet<i32>, HashSet<i32>) = (1..=6).partition(|x| *x <= 2);
    let mut u: Vec<_> = small.union(&big).copied().collect();
    u.sort();
    assert_eq!(u.len(), 6);
    let total = Arc::new(Mutex::new(BTreeMap::<_, f32>::new()));
    let hs = (0..2)
        .map(|i| {
            let t = Arc::clone(&total);
            thread::spawn(move || -> Result<(), String> {
                let mut g = t.lock().map_err(|e| e.to_string())?;
                *g.entry(i % 2 == 0).or_default() += i as f32 + 0.5;
                Ok(())
            })
        })
        .collect::<Vec<_>>();
    for h in hs {
        h.join().map_err(|_| "panic")??;
    }
    assert_eq!(total.lock().unwrap().values().sum::<f32>(), 2.0);
    let mut s = String::new();
    for (i, x) in iter::once(&1u8).chain(&[2, 3]).enumerate() {
        write!(s, "{}{i}={x:02}", if i > 0 { "," } else { "" })?;
    }
    assert_eq!(s, "0=01,1=02,2=03");
    let (tx, rx) = mpsc::channel();
    for i in 0..3 {
        let tx = tx.clone();
        thread::spawn(move || tx.send(i * i).unwrap());
    }
    drop(tx);
    let mut got = Vec::from_iter(rx);
    got.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(got, [4, 1, 0]);
    let fs: [(&str, fn(f64) -> f64); 3] =
        [("sqrt", f64::sqrt), ("neg", |x| -x), ("sq", |x| x.powi(2))];
    let r: Vec<String> = fs
        .iter()
        .map(|(n, f)| format!("{n}={:.1}", f(4.0)))
        .collect();
    assert_eq!(r.join(" "), "sqrt=2.0 neg=-4.0 sq=16.0");
    let w: Cow<str> = if r.len() > 2 {
        "lots".into()
    } else {
        Cow::Owned(format!("{}", r.len()))
    };
    let l = w.len() + 1;
    assert_eq!(l, 5);
    let words = vec!["apple", "bob", "cat"];
    let lens: BTreeMap<usize, Vec<&str>> = words.iter().fold(BTreeMap::new(), |mut m, w| {
        m.entry(w.len()).or_insert_with(Vec::new).push(*w);
        m
    });
    assert_eq!(lens.iter().next_back().unwrap().1[0], "apple");
    let mx = words.iter().map(|w| w.len()).max().unwrap_or(0);
    let pos = words.iter().position(|&w| w == "bob").unwrap();
    assert_eq!(mx - pos, 4);
    let x = 5;
    let y = {
        let z = &x;
        *z as u8
    };
    let sh = 1u64 << y | 1 << 3;
    let neg = -(sh as i64);
    assert_eq!(
        (sh, neg.rem_euclid(7), !0u8 >> 3, 7 / -2, -7 % 3),
        (40, 2, 31, -3, -1)
    );
    let v2: Vec<Rc<str>> = words.iter().map(|&w| Rc::from(w)).collect();
    let any = v2.iter().any(|r| &**r == "cat");
    let d: VecDeque<_> = v2.iter().rev().map(|r| r.len()).collect();
    assert!(any && d == [3, 3, 5]);
    let o = Some(3)
        .filter(|n| n % 2 == 1)
        .xor(None)
        .zip(Some('c'))
        .map(|(n, c)| c.to_string().repeat(n))
        .unwrap_or_else(String::new);
    assert_eq!(o, "ccc");
    let res: Result<i32, String> = Err("bad".into());
    let val = res
        .as_ref()
        .or_else(|e| if e.len() == 3 { Ok(&9) } else { Err(e) })
        .copied();
    assert_eq!(val, Ok(9));
    let gr: Vec<(bool, Vec<i32>)> = [1, 3, 2, 4, 5]
        .chunk_by(|a, b| a % 2 == b % 2)
        .map(|c| (c[0] % 2 == 0, c.to_vec()))
        .collect();
    assert_eq!(gr.len(), 3);
    Ok(())
}
