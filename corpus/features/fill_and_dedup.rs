//@ no-bug
// `fill` gives the last element the value itself; `dedup_by` compares with what was kept.

use std::sync::Arc;

fn main() {
    let counted = Arc::new(());
    let mut shared: Vec<Arc<()>> = (0..3).map(|_| Arc::new(())).collect();
    shared.fill(counted.clone());
    println!("{}", Arc::strong_count(&counted));
    let mut numbers = vec![1, 2, 4, 3, 10, 11, 13];
    numbers.dedup_by(|a, b| *a - *b < 3);
    println!("{numbers:?}");
    let mut many: Vec<u32> = (0..3000).map(|n| n / 100).collect();
    many.dedup();
    println!("{}", many.len());
    let different = std::panic::catch_unwind(|| [1, 2].clone_from_slice(&[1])).unwrap_err();
    println!("{:?}", different.downcast_ref::<String>());
    let names = || ["a".to_string(), "b".to_string()];
    let different = std::panic::catch_unwind(|| names().clone_from_slice(&names()[1..])).unwrap_err();
    println!("{:?}", different.downcast_ref::<&str>());
    println!("{:}<5}", 1);
    println!("{:?} {:?} {:?}", (-1e8f64).asinh(), 1e200f64.acosh(), (-0.0f64).asinh());
}
