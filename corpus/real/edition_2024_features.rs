//@ no-bug
//@ edition: 2024
//@ source: guards with let, let chains, shorter temporaries, async closures

use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, RwLock};
use std::thread;
static CACHE: LazyLock<RwLock<HashMap<String, usize>>> =
    LazyLock::new(|| RwLock::new(HashMap::new()));
fn lookup(k: &str) -> usize {
    if let Some(&n) = CACHE.read().unwrap().get(k) {
        n
    } else {
        let n = k.len();
        CACHE.write().unwrap().insert(k.to_owned(), n);
        n
    }
}
fn evens(limit: u32) -> impl Iterator<Item = u32> {
    (0..limit).filter(|x| x.is_multiple_of(2))
}
fn tail() -> usize {
    let c = Mutex::new(vec![1, 2, 3]);
    c.lock().unwrap().len()
}
fn classify(p: Option<(i32, &str)>) -> String {
    match p {
        Some((n @ ..=-1, s)) if let Some(c) = s.chars().next() => format!("neg {n} {c}"),
        Some((0, "")) => "zero".into(),
        Some((1.., s)) | Some((0, s)) => format!("pos {s}"),
        Some(_) => "odd".into(),
        None => String::new(),
    }
}
fn chains(m: &BTreeMap<&str, &str>) -> Option<u32> {
    if let Some(a) = m.get("a")
        && let Ok(n) = a.parse::<u32>()
        && n > 3
        && let Some(b) = m.get("b")
    {
        Some(n + b.len() as u32)
    } else {
        None
    }
}
struct Gen<const N: usize = 4, T = u8>([T; N]);
impl<T: Copy + Into<u64>, const N: usize> Gen<N, T> {
    fn sum(&self) -> u64 {
        let Self(a) = self;
        a.iter().map(|&x| x.into()).sum()
    }
}
fn main() {
    thread::scope(|s| {
        for w in ["alpha", "beta"] {
            s.spawn(move || lookup(w));
        }
    });
    let mut v: Vec<_> = CACHE
        .read()
        .unwrap()
        .iter()
        .map(|(k, v)| (k.clone(), *v))
        .collect();
    v.sort_unstable();
    println!("{v:?}");
    println!("{:?} {}", evens(9).collect::<VecDeque<_>>(), tail());
    for p in [
        Some((-3, "xy")),
        Some((0, "")),
        Some((5, "five")),
        Some((-1, "")),
        None,
    ] {
        println!("{}", classify(p));
    }
    println!(
        "{:?} {:?}",
        chains(&BTreeMap::from([("a", "7"), ("b", "xyz")])),
        chains(&BTreeMap::from([("a", "1")]))
    );
    println!(
        "{}",
        Gen([1u8, 2, 3, 250]).sum() + Gen::<2, u32>([1, u32::MAX]).sum()
    );
    let f = async |x: u32| x + 1;
    let _ = f(1);
    let mut h: BinaryHeap<_> = [3, 1, 2].into();
    if let Some(mut t) = h.peek_mut() {
        *t = 0;
    }
    println!("{:?}", h.into_sorted_vec());
    let gen_ = r#"raw "quoted" text"#;
    println!("{gen_} {}", c"cstr".to_bytes().len());
    let x: [Box<dyn Fn() -> i32>; 2] = [Box::new(|| 1), Box::new(move || 2)];
    println!("{}", x.iter().map(|f| f()).sum::<i32>());
    let b: Box<[i32]> = vec![1, 2, 3].into();
    for i in b {
        print!("{i} ");
    }
    println!();
    let a = Arc::new(5);
    let weak = Arc::downgrade(&a);
    let r = weak.upgrade().map_or(-1, |x| *x);
    println!("{r} {:?}", Arc::into_inner(a));
    let [x, y, ..] = [1, 2, 3, 4] else {
        unreachable!()
    };
    println!("{}", x + y);
    let label = 'found: {
        for i in 1.. {
            if i * i > 50 {
                break 'found i;
            }
        }
        0
    };
    println!("{label}");
    let c = {
        let mut n = 0;
        move || {
            n += 1;
            n
        }
    };
    let (mut c1, mut c2) = (c, c);
    println!("{} {} {}", c1(), c1(), c2());
}
