//@ no-bug
//@ source: coercions: deref, unsize, never, function pointers, reborrows

use std::fmt::Display;
use std::rc::Rc;
use std::sync::Arc;

fn len(s: &str) -> usize {
    s.len()
}

fn total(xs: &[i32]) -> i32 {
    xs.iter().sum()
}

fn bump(x: &mut i32) {
    *x += 1;
}

fn twice(x: &mut i32) {
    bump(x);
    bump(x);
}

fn never(flag: bool) -> i32 {
    let n: i32 = if flag { 1 } else { return -1 };
    n + match flag {
        true => 10,
        false => unreachable!(),
    }
}

fn show(xs: &[&dyn Display]) -> String {
    xs.iter().map(|x| x.to_string()).collect::<Vec<_>>().join("|")
}

fn apply(f: fn(i32) -> i32, x: i32) -> i32 {
    f(x)
}

fn main() {
    let s = String::from("abc");
    let b = Box::new(s.clone());
    let r = Rc::new(s.clone());
    println!("{} {} {} {}", len(&s), len(&b), len(&r), len(&&&s));
    println!("{} {} {}", total(&vec![1, 2]), total(&[3, 4]), total(&*Box::new([5])));
    let mut x = 1;
    let m = &mut x;
    twice(m);
    twice(m);
    println!("{x}");
    println!("{} {}", never(true), never(false));
    println!("{}", show(&[&1, &"two", &3.5]));
    println!("{} {}", apply(|x| x * 3, 4), apply(i32::abs, -4));
    let d: Box<dyn Display> = Box::new(5u8);
    let a: Arc<dyn Display + Send> = Arc::new("arc");
    println!("{d} {a}");
    let slice: Box<[i32]> = Box::new([1, 2, 3]);
    let rc: Rc<[u8]> = Rc::new([1, 2]);
    println!("{} {}", slice.len(), rc.len());
    let fs: [fn(f64) -> f64; 3] = [f64::sqrt, f64::floor, |x| x + 0.5];
    println!("{:?}", fs.map(|f| f(6.25)));
    let arms: Vec<&dyn Fn() -> i32> = vec![&|| 1, &|| 2];
    println!("{}", arms.iter().map(|f| f()).sum::<i32>());
    let opt: Option<&dyn Display> = Some(&'c');
    println!("{}", opt.unwrap());
    let cmp: &dyn PartialEq<i32> = &4;
    println!("{}", cmp.eq(&4));
    let v: Vec<Box<dyn FnOnce() -> String>> = vec![Box::new(move || s), Box::new(|| "lit".into())];
    println!("{:?}", v.into_iter().map(|f| f()).collect::<Vec<_>>());
}
