//@ no-bug
//@ source: the width of unsuffixed literals comes from their use, else i32 and f64

use std::sync::Mutex;

fn wide(x: u64) -> u64 {
    x
}

struct S {
    small: u8,
    real: f32,
}

fn size<T>(_: &T) -> usize {
    std::mem::size_of::<T>()
}

fn main() {
    let a = 1;
    let b = 2;
    println!("{} {}", size(&a), wide(b));
    println!("{}", size(&b));
    let m = Mutex::new(0);
    *m.lock().unwrap() += 300u16;
    println!("{}", size(&*m.lock().unwrap()));
    let s = S { small: 255, real: 1.0 };
    let n = 1;
    println!("{:?} {}", s.small.checked_add(n), s.real / 3.0);
    let arr = [0; 3];
    let i = 1;
    println!("{}", arr[i] + 5u8);
    println!("{} {}", size(&i), size(&arr[0]));
    let sum = (0..5).fold(0, |acc, x| acc + x * 2);
    let big = [1, 2, 3].iter().map(|x| x * 1_000_000_000_000i64).sum::<i64>();
    println!("{sum} {big}");
    let shift = 1u64 << 40;
    println!("{}", shift);
    let mut k = 200;
    let f = |x: u8| x;
    k = f(k).wrapping_add(100);
    println!("{k}");
    let z = -1;
    println!("{} {}", z as u8, (z as i64).pow(3));
    let float = 2.0;
    println!("{} {}", float * 0.1f32, size(&float));
    println!("{}", 7 / 2 * 2);
    println!("{}", u32::MAX / 2 + 1 > 1 << 30);
    let range = 0..10;
    println!("{}", range.len() + 1usize);
    println!("{}", if true { 1 } else { 2u8 });
    println!("{:?}", "5".parse().unwrap_or(0u128));
}
