//@ no-bug
//@ source: variables declared with a type that leaves the closure's type open

use std::iter::{Filter, Map, Scan};
struct Lazy<T, F> {
    f: F,
    v: Option<T>,
}
impl<T, F: Fn(&str) -> T> Lazy<T, F> {
    fn new(f: F) -> Self {
        Lazy { f, v: None }
    }
    fn get(&mut self) -> &T {
        let f = &self.f;
        self.v.get_or_insert_with(|| f("abc"))
    }
}
fn main() {
    let v = vec![1u8, 2, 3];
    let m: Map<_, _> = v.iter().map(|x| *x + 1);
    let f: Filter<_, _> = m.filter(|x| x.count_ones() == 1);
    assert_eq!(f.collect::<Vec<_>>(), [2, 4]);
    let s: Scan<_, _, _> = v.iter().scan(0, |acc, x| {
        *acc += x.leading_zeros();
        Some(*acc)
    });
    assert_eq!(s.last(), Some(19));
    let mut l: Lazy<_, _> = Lazy::new(|s| s.len());
    assert_eq!(*l.get(), 3);
    let mut w = vec![3, 4];
    let e: std::vec::ExtractIf<'_, _, _> = w.extract_if(.., |x| *x % 2 == 0);
    assert_eq!(e.count(), 1);
    let b: Box<Lazy<_, _>> = Box::new(Lazy::new(|s| s.chars().rev().collect::<String>()));
    let mut b = *b;
    assert_eq!(b.get(), "cba");
}
