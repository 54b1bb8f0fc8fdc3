//@ no-bug
//@ source: a parallel iterator trait with adaptors of its own

use std::ops::Range;
use std::sync::Mutex;
use std::thread;
pub trait ParIter: Sized + Sync {
    type Item: Send;
    fn len(&self) -> usize;
    fn at(&self, i: usize) -> Self::Item;
    fn map<F, R>(self, f: F) -> Map<Self, F>
    where
        F: Fn(Self::Item) -> R + Sync,
        R: Send,
    {
        Map { base: self, f }
    }
    fn reduce<R, I, F>(self, threads: usize, id: I, f: F) -> R
    where
        I: Fn() -> R + Sync,
        F: Fn(R, R) -> R + Sync,
        R: From<Self::Item> + Send,
    {
        let n = self.len();
        let step = (n + threads - 1) / threads;
        let parts = Mutex::new(Vec::new());
        thread::scope(|s| {
            for (k, from) in (0..n).step_by(step.max(1)).enumerate() {
                let (this, id, f, parts) = (&self, &id, &f, &parts);
                s.spawn(move || {
                    let r = (from..(from + step).min(n))
                        .map(|i| R::from(this.at(i)))
                        .fold(id(), f);
                    parts.lock().unwrap().push((k, r));
                });
            }
        });
        let mut parts = parts.into_inner().unwrap();
        parts.sort_by_key(|p| p.0);
        parts.into_iter().map(|p| p.1).fold(id(), f)
    }
    fn collect<C: FromIterator<Self::Item>>(self) -> C {
        (0..self.len()).map(|i| self.at(i)).collect()
    }
}
pub struct Map<B, F> {
    base: B,
    f: F,
}
impl<B: ParIter, R: Send, F: Fn(B::Item) -> R + Sync> ParIter for Map<B, F> {
    type Item = R;
    fn len(&self) -> usize {
        self.base.len()
    }
    fn at(&self, i: usize) -> R {
        (self.f)(self.base.at(i))
    }
}
impl ParIter for Range<u32> {
    type Item = u32;
    fn len(&self) -> usize {
        ExactSizeIterator::len(self)
    }
    fn at(&self, i: usize) -> u32 {
        self.start + i as u32
    }
}
impl<'a, T: Sync> ParIter for &'a [T] {
    type Item = &'a T;
    fn len(&self) -> usize {
        <[T]>::len(self)
    }
    fn at(&self, i: usize) -> &'a T {
        &self[i]
    }
}
fn main() {
    let s: u64 = ParIter::map(1..5u32, |x| x as u64 * 2).reduce(2, || 0u64, |a, b| a + b);
    let words = ["alpha", "be", "c"];
    let t: String = ParIter::map(&words[..], |w: &&str| w.to_uppercase()).reduce(
        2,
        String::new,
        |a: String, b| if a.is_empty() { b } else { a + "-" + &b },
    );
    let v: Vec<_> = ParIter::map(0..3u32, |x| x * x).collect();
    println!("{s} {t} {v:?}");
}
