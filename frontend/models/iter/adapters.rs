//! The adapters that `Iterator`'s methods return.
//!
//! Left out: `ArrayChunks`, `MapWindows`, `Intersperse`.

use crate::fmt;
use super::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, Iterator, IntoIterator};

/// `(lower, upper)` less `n` each.
fn hint_minus((lower, upper): (usize, Option<usize>), n: usize) -> (usize, Option<usize>) {
    let upper = match upper {
        Some(x) => Some(x.saturating_sub(n)),
        None => None,
    };
    (lower.saturating_sub(n), upper)
}

fn hint_plus(a: (usize, Option<usize>), b: (usize, Option<usize>)) -> (usize, Option<usize>) {
    let upper = match (a.1, b.1) {
        (Some(x), Some(y)) => x.checked_add(y),
        _ => None,
    };
    (a.0.saturating_add(b.0), upper)
}

#[derive(Clone)]
pub struct Map<I, F> {
    iter: I,
    f: F,
}
impl<I, F> Map<I, F> {
    #[inline]
    pub(crate) fn new(iter: I, f: F) -> Map<I, F> {
        Map { iter, f }
    }
}
impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for Map<I, F> {
    type Item = B;
    #[inline]
    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> B> DoubleEndedIterator for Map<I, F> {
    #[inline]
    fn next_back(&mut self) -> Option<B> {
        match self.iter.next_back() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }
}
impl<B, I: ExactSizeIterator, F: FnMut(I::Item) -> B> ExactSizeIterator for Map<I, F> {}
impl<B, I: FusedIterator, F: FnMut(I::Item) -> B> FusedIterator for Map<I, F> {}

#[derive(Clone)]
pub struct Filter<I, P> {
    iter: I,
    predicate: P,
}
impl<I, P> Filter<I, P> {
    #[inline]
    pub(crate) fn new(iter: I, predicate: P) -> Filter<I, P> {
        Filter { iter, predicate }
    }
}
impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for Filter<I, P> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}
impl<I: DoubleEndedIterator, P: FnMut(&I::Item) -> bool> DoubleEndedIterator for Filter<I, P> {
    fn next_back(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next_back() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
}

#[derive(Clone)]
pub struct FilterMap<I, F> {
    iter: I,
    f: F,
}
impl<I, F> FilterMap<I, F> {
    #[inline]
    pub(crate) fn new(iter: I, f: F) -> FilterMap<I, F> {
        FilterMap { iter, f }
    }
}
impl<B, I: Iterator, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMap<I, F> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next() {
            if let Some(y) = (self.f)(x) {
                return Some(y);
            }
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}
impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> Option<B>> DoubleEndedIterator for FilterMap<I, F> {
    fn next_back(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next_back() {
            if let Some(y) = (self.f)(x) {
                return Some(y);
            }
        }
        None
    }
}

#[derive(Clone, Debug)]
pub struct Enumerate<I> {
    iter: I,
    count: usize,
}
impl<I> Enumerate<I> {
    #[inline]
    pub(crate) fn new(iter: I) -> Enumerate<I> {
        Enumerate { iter, count: 0 }
    }
}
impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);
    #[inline]
    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(x) => {
                let i = self.count;
                self.count = i + 1;
                Some((i, x))
            }
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<(usize, I::Item)> {
        let x = self.iter.nth(n)?;
        let i = self.count + n;
        self.count = i + 1;
        Some((i, x))
    }
    fn count(self) -> usize {
        self.iter.count()
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Enumerate<I> {
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        let x = self.iter.next_back()?;
        Some((self.count + self.iter.len(), x))
    }
    fn nth_back(&mut self, n: usize) -> Option<(usize, I::Item)> {
        let x = self.iter.nth_back(n)?;
        Some((self.count + self.iter.len(), x))
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {}
impl<I: FusedIterator> FusedIterator for Enumerate<I> {}

#[derive(Clone, Debug)]
pub struct Rev<T> {
    iter: T,
}
impl<T> Rev<T> {
    #[inline]
    pub(crate) fn new(iter: T) -> Rev<T> {
        Rev { iter }
    }
}
impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;
    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth_back(n)
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    #[inline]
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth(n)
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for Rev<I> {}
impl<I: FusedIterator + DoubleEndedIterator> FusedIterator for Rev<I> {}

#[derive(Clone, Debug)]
pub struct Zip<A, B> {
    a: A,
    b: B,
}
impl<A, B> Zip<A, B> {
    #[inline]
    pub(crate) fn new(a: A, b: B) -> Zip<A, B> {
        Zip { a, b }
    }
}
pub fn zip<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> Zip<A::IntoIter, B::IntoIter> {
    Zip { a: a.into_iter(), b: b.into_iter() }
}
impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);
    #[inline]
    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        let x = self.a.next()?;
        let y = self.b.next()?;
        Some((x, y))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a_lower, a_upper) = self.a.size_hint();
        let (b_lower, b_upper) = self.b.size_hint();
        let upper = match (a_upper, b_upper) {
            (Some(x), Some(y)) => Some(crate::cmp::min(x, y)),
            (Some(x), None) => Some(x),
            (None, y) => y,
        };
        (crate::cmp::min(a_lower, b_lower), upper)
    }
}
impl<A, B> DoubleEndedIterator for Zip<A, B>
where
    A: DoubleEndedIterator + ExactSizeIterator,
    B: DoubleEndedIterator + ExactSizeIterator,
{
    fn next_back(&mut self) -> Option<(A::Item, B::Item)> {
        while self.a.len() > self.b.len() {
            self.a.next_back();
        }
        while self.b.len() > self.a.len() {
            self.b.next_back();
        }
        match (self.a.next_back(), self.b.next_back()) {
            (Some(x), Some(y)) => Some((x, y)),
            _ => None,
        }
    }
}
impl<A: ExactSizeIterator, B: ExactSizeIterator> ExactSizeIterator for Zip<A, B> {}

#[derive(Clone, Debug)]
pub struct Chain<A, B> {
    a: Option<A>,
    b: Option<B>,
}
impl<A, B> Chain<A, B> {
    #[inline]
    pub(crate) fn new(a: A, b: B) -> Chain<A, B> {
        Chain { a: Some(a), b: Some(b) }
    }
}
impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Chain<A, B> {
    type Item = A::Item;
    fn next(&mut self) -> Option<A::Item> {
        if let Some(a) = &mut self.a {
            if let Some(x) = a.next() {
                return Some(x);
            }
            self.a = None;
        }
        match &mut self.b {
            Some(b) => b.next(),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        match (&self.a, &self.b) {
            (Some(a), Some(b)) => hint_plus(a.size_hint(), b.size_hint()),
            (Some(a), None) => a.size_hint(),
            (None, Some(b)) => b.size_hint(),
            (None, None) => (0, Some(0)),
        }
    }
    fn count(self) -> usize {
        let first = match self.a {
            Some(a) => a.count(),
            None => 0,
        };
        match self.b {
            Some(b) => first + b.count(),
            None => first,
        }
    }
    fn last(self) -> Option<A::Item> {
        let first = self.a.and_then(|a| a.last());
        self.b.and_then(|b| b.last()).or(first)
    }
}
impl<A, B> DoubleEndedIterator for Chain<A, B>
where
    A: DoubleEndedIterator,
    B: DoubleEndedIterator<Item = A::Item>,
{
    fn next_back(&mut self) -> Option<A::Item> {
        if let Some(b) = &mut self.b {
            if let Some(x) = b.next_back() {
                return Some(x);
            }
            self.b = None;
        }
        match &mut self.a {
            Some(a) => a.next_back(),
            None => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Take<I> {
    iter: I,
    n: usize,
}
impl<I> Take<I> {
    #[inline]
    pub(crate) fn new(iter: I, n: usize) -> Take<I> {
        Take { iter, n }
    }
}
impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;
    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        self.n -= 1;
        self.iter.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (lower, upper) = self.iter.size_hint();
        let upper = match upper {
            Some(x) if x < self.n => x,
            _ => self.n,
        };
        (crate::cmp::min(lower, self.n), Some(upper))
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        if self.n > n {
            self.n -= n + 1;
            return self.iter.nth(n);
        }
        if self.n > 0 {
            self.iter.nth(self.n - 1);
            self.n = 0;
        }
        None
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Take<I> {}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Take<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        let n = self.n;
        self.n -= 1;
        self.iter.nth_back(self.iter.len().saturating_sub(n))
    }
}

#[derive(Clone, Debug)]
pub struct Skip<I> {
    iter: I,
    n: usize,
}
impl<I> Skip<I> {
    #[inline]
    pub(crate) fn new(iter: I, n: usize) -> Skip<I> {
        Skip { iter, n }
    }
}
impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        if self.n > 0 {
            let n = self.n;
            self.n = 0;
            return self.iter.nth(n);
        }
        self.iter.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        hint_minus(self.iter.size_hint(), self.n)
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        if self.n == 0 {
            return self.iter.nth(n);
        }
        let skipped = self.n;
        self.n = 0;
        match skipped.checked_add(n) {
            Some(both) => self.iter.nth(both),
            None => {
                self.iter.nth(skipped - 1)?;
                self.iter.nth(n)
            }
        }
    }
    fn count(self) -> usize {
        let mut iter = self.iter;
        if self.n > 0 && iter.nth(self.n - 1).is_none() {
            return 0;
        }
        iter.count()
    }
    fn last(self) -> Option<I::Item> {
        let mut iter = self.iter;
        if self.n > 0 {
            iter.nth(self.n - 1)?;
        }
        iter.last()
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Skip<I> {}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Skip<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.iter.len() > self.n { self.iter.next_back() } else { None }
    }
}

#[derive(Clone)]
pub struct TakeWhile<I, P> {
    iter: I,
    flag: bool,
    predicate: P,
}
impl<I, P> TakeWhile<I, P> {
    pub(crate) fn new(iter: I, predicate: P) -> TakeWhile<I, P> {
        TakeWhile { iter, flag: false, predicate }
    }
}
impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        if self.flag {
            return None;
        }
        let x = self.iter.next()?;
        if (self.predicate)(&x) {
            Some(x)
        } else {
            self.flag = true;
            None
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.flag { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
}

#[derive(Clone)]
pub struct SkipWhile<I, P> {
    iter: I,
    flag: bool,
    predicate: P,
}
impl<I, P> SkipWhile<I, P> {
    pub(crate) fn new(iter: I, predicate: P) -> SkipWhile<I, P> {
        SkipWhile { iter, flag: false, predicate }
    }
}
impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        loop {
            let x = self.iter.next()?;
            if self.flag || !(self.predicate)(&x) {
                self.flag = true;
                return Some(x);
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

#[derive(Clone)]
pub struct MapWhile<I, P> {
    iter: I,
    predicate: P,
}
impl<I, P> MapWhile<I, P> {
    pub(crate) fn new(iter: I, predicate: P) -> MapWhile<I, P> {
        MapWhile { iter, predicate }
    }
}
impl<B, I: Iterator, P: FnMut(I::Item) -> Option<B>> Iterator for MapWhile<I, P> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        let x = self.iter.next()?;
        (self.predicate)(x)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

#[derive(Clone)]
pub struct Scan<I, St, F> {
    iter: I,
    f: F,
    state: St,
}
impl<I, St, F> Scan<I, St, F> {
    pub(crate) fn new(iter: I, state: St, f: F) -> Scan<I, St, F> {
        Scan { iter, f, state }
    }
}
impl<B, I: Iterator, St, F: FnMut(&mut St, I::Item) -> Option<B>> Iterator for Scan<I, St, F> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        let x = self.iter.next()?;
        (self.f)(&mut self.state, x)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

#[derive(Clone)]
pub struct Inspect<I, F> {
    iter: I,
    f: F,
}
impl<I, F> Inspect<I, F> {
    pub(crate) fn new(iter: I, f: F) -> Inspect<I, F> {
        Inspect { iter, f }
    }
}
impl<I: Iterator, F: FnMut(&I::Item)> Iterator for Inspect<I, F> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        let x = self.iter.next()?;
        (self.f)(&x);
        Some(x)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<I: DoubleEndedIterator, F: FnMut(&I::Item)> DoubleEndedIterator for Inspect<I, F> {
    fn next_back(&mut self) -> Option<I::Item> {
        let x = self.iter.next_back()?;
        (self.f)(&x);
        Some(x)
    }
}
impl<I: ExactSizeIterator, F: FnMut(&I::Item)> ExactSizeIterator for Inspect<I, F> {}

#[derive(Clone, Debug)]
pub struct Fuse<I> {
    iter: Option<I>,
}
impl<I> Fuse<I> {
    pub(crate) fn new(iter: I) -> Fuse<I> {
        Fuse { iter: Some(iter) }
    }
}
impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        let iter = self.iter.as_mut()?;
        let x = iter.next();
        if x.is_none() {
            self.iter = None;
        }
        x
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.iter {
            Some(iter) => iter.size_hint(),
            None => (0, Some(0)),
        }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Fuse<I> {}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Fuse<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let iter = self.iter.as_mut()?;
        let x = iter.next_back();
        if x.is_none() {
            self.iter = None;
        }
        x
    }
}

#[derive(Clone, Debug)]
pub struct Peekable<I: Iterator> {
    iter: I,
    peeked: Option<Option<I::Item>>,
}
impl<I: Iterator> Peekable<I> {
    pub(crate) fn new(iter: I) -> Peekable<I> {
        Peekable { iter, peeked: None }
    }
    pub fn peek(&mut self) -> Option<&I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }
    pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }
    pub fn next_if(&mut self, func: impl FnOnce(&I::Item) -> bool) -> Option<I::Item> {
        match self.next() {
            Some(x) => {
                if func(&x) {
                    return Some(x);
                }
                self.peeked = Some(Some(x));
                None
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }
    pub fn next_if_map<R>(&mut self, f: impl FnOnce(I::Item) -> Result<R, I::Item>) -> Option<R> {
        match self.next().map(f) {
            Some(Ok(taken)) => Some(taken),
            Some(Err(left)) => {
                self.peeked = Some(Some(left));
                None
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }
    pub fn next_if_map_mut<R>(&mut self, f: impl FnOnce(&mut I::Item) -> Option<R>) -> Option<R> {
        let taken = f(self.peek_mut()?)?;
        self.peeked = None;
        Some(taken)
    }
    pub fn next_if_eq<T>(&mut self, expected: &T) -> Option<I::Item>
    where
        T: ?Sized,
        I::Item: PartialEq<T>,
    {
        self.next_if(|next| next == expected)
    }
}
impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;
    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        match self.peeked.take() {
            Some(x) => x,
            None => self.iter.next(),
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.peeked {
            Some(None) => (0, Some(0)),
            Some(Some(_)) => hint_plus(self.iter.size_hint(), (1, Some(1))),
            None => self.iter.size_hint(),
        }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Peekable<I> {}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Peekable<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match self.peeked.as_mut() {
            Some(None) => None,
            Some(x) => match self.iter.next_back() {
                Some(last) => Some(last),
                None => x.take(),
            },
            None => self.iter.next_back(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct StepBy<I> {
    iter: I,
    step_minus_one: usize,
    first_take: bool,
}
impl<I> StepBy<I> {
    #[track_caller]
    pub(crate) fn new(iter: I, step: usize) -> StepBy<I> {
        assert!(step != 0);
        StepBy { iter, step_minus_one: step - 1, first_take: true }
    }
}
impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        let skipped = if self.first_take { 0 } else { self.step_minus_one };
        self.first_take = false;
        self.iter.nth(skipped)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let step = self.step_minus_one + 1;
        let (lower, upper) = self.iter.size_hint();
        if self.first_take {
            (lower.div_ceil(step), upper.map(|n| n.div_ceil(step)))
        } else {
            (lower / step, upper.map(|n| n / step))
        }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for StepBy<I> {}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for StepBy<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let step = self.step_minus_one + 1;
        let len = self.iter.len();
        let skipped = if self.first_take {
            if len == 0 { 0 } else { (len - 1) % step }
        } else {
            len % step
        };
        self.iter.nth_back(skipped)
    }
}

#[derive(Clone, Debug)]
pub struct Copied<I> {
    it: I,
}
impl<I> Copied<I> {
    #[inline]
    pub(crate) fn new(iter: I) -> Copied<I> {
        Copied { it: iter }
    }
}
impl<'a, I: Iterator<Item = &'a T>, T: 'a + Copy> Iterator for Copied<I> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        match self.it.next() {
            Some(x) => Some(*x),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.it.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<T> {
        self.it.nth(n).copied()
    }
    fn count(self) -> usize {
        self.it.count()
    }
    fn last(self) -> Option<T> {
        self.it.last().copied()
    }
}
impl<'a, I: DoubleEndedIterator<Item = &'a T>, T: 'a + Copy> DoubleEndedIterator for Copied<I> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        match self.it.next_back() {
            Some(x) => Some(*x),
            None => None,
        }
    }
}
impl<'a, I: ExactSizeIterator<Item = &'a T>, T: 'a + Copy> ExactSizeIterator for Copied<I> {}

#[derive(Clone, Debug)]
pub struct Cloned<I> {
    it: I,
}
impl<I> Cloned<I> {
    #[inline]
    pub(crate) fn new(iter: I) -> Cloned<I> {
        Cloned { it: iter }
    }
}
impl<'a, I: Iterator<Item = &'a T>, T: 'a + Clone> Iterator for Cloned<I> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        match self.it.next() {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.it.size_hint()
    }
}
impl<'a, I: DoubleEndedIterator<Item = &'a T>, T: 'a + Clone> DoubleEndedIterator for Cloned<I> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        match self.it.next_back() {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}
impl<'a, I: ExactSizeIterator<Item = &'a T>, T: 'a + Clone> ExactSizeIterator for Cloned<I> {}

#[derive(Clone, Debug)]
pub struct Cycle<I> {
    orig: I,
    iter: I,
}
impl<I: Clone> Cycle<I> {
    pub(crate) fn new(iter: I) -> Cycle<I> {
        Cycle { orig: iter.clone(), iter }
    }
}
impl<I: Clone + Iterator> Iterator for Cycle<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        match self.iter.next() {
            None => {
                self.iter = self.orig.clone();
                self.iter.next()
            }
            x => x,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.orig.size_hint() {
            (0, Some(0)) => (0, Some(0)),
            (0, _) => (0, None),
            _ => (usize::MAX, None),
        }
    }
}

/// How many elements there are in what has begun; beyond that it is known only at the end.
fn flat_hint<T: Iterator>(
    rest: (usize, Option<usize>),
    front: &Option<T>,
    back: &Option<T>,
) -> (usize, Option<usize>) {
    let hint = |begun: &Option<T>| begun.as_ref().map_or((0, Some(0)), |inner| inner.size_hint());
    let ((front, front_most), (back, back_most)) = (hint(front), hint(back));
    let least = front.saturating_add(back);
    match (rest, front_most, back_most) {
        ((0, Some(0)), Some(front), Some(back)) => (least, front.checked_add(back)),
        _ => (least, None),
    }
}

pub struct Flatten<I: Iterator>
where
    I::Item: IntoIterator,
{
    iter: Fuse<I>,
    front: Option<<I::Item as IntoIterator>::IntoIter>,
    back: Option<<I::Item as IntoIterator>::IntoIter>,
}
impl<I: Iterator> Flatten<I>
where
    I::Item: IntoIterator,
{
    pub(crate) fn new(iter: I) -> Flatten<I> {
        Flatten { iter: Fuse::new(iter), front: None, back: None }
    }
}
impl<I: Iterator> Iterator for Flatten<I>
where
    I::Item: IntoIterator,
{
    type Item = <I::Item as IntoIterator>::Item;
    fn next(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                if let Some(x) = inner.next() {
                    return Some(x);
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(next) => self.front = Some(next.into_iter()),
                None => return self.back.as_mut()?.next(),
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        flat_hint(self.iter.size_hint(), &self.front, &self.back)
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: DoubleEndedIterator,
{
    fn next_back(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(inner) = &mut self.back {
                if let Some(x) = inner.next_back() {
                    return Some(x);
                }
                self.back = None;
            }
            match self.iter.next_back() {
                Some(next) => self.back = Some(next.into_iter()),
                None => return self.front.as_mut()?.next_back(),
            }
        }
    }
}

pub struct FlatMap<I, U: IntoIterator, F> {
    iter: Fuse<I>,
    f: F,
    front: Option<U::IntoIter>,
    back: Option<U::IntoIter>,
}
impl<I, U: IntoIterator, F> FlatMap<I, U, F> {
    pub(crate) fn new(iter: I, f: F) -> FlatMap<I, U, F> {
        FlatMap { iter: Fuse::new(iter), f, front: None, back: None }
    }
}
impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> Iterator for FlatMap<I, U, F> {
    type Item = U::Item;
    fn next(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                if let Some(x) = inner.next() {
                    return Some(x);
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(next) => self.front = Some((self.f)(next).into_iter()),
                None => return self.back.as_mut()?.next(),
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        flat_hint(self.iter.size_hint(), &self.front, &self.back)
    }
}
impl<I: DoubleEndedIterator, U: IntoIterator, F: FnMut(I::Item) -> U> DoubleEndedIterator for FlatMap<I, U, F>
where
    U::IntoIter: DoubleEndedIterator,
{
    fn next_back(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.back {
                if let Some(x) = inner.next_back() {
                    return Some(x);
                }
                self.back = None;
            }
            match self.iter.next_back() {
                Some(next) => self.back = Some((self.f)(next).into_iter()),
                None => return self.front.as_mut()?.next_back(),
            }
        }
    }
}

/// Adapters show all that they hold but the closures.
macro_rules! debug_without_closure {
    ($($Name:ident { $($field:ident)* })*) => {
        $(
            impl<I: fmt::Debug, F> fmt::Debug for $Name<I, F> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let mut shown = f.debug_struct(stringify!($Name));
                    $(shown.field(stringify!($field), &self.$field);)*
                    shown.finish()
                }
            }
        )*
    };
}
debug_without_closure! {
    Map { iter }
    Filter { iter }
    FilterMap { iter }
    TakeWhile { iter flag }
    SkipWhile { iter flag }
    MapWhile { iter }
    Inspect { iter }
}
impl<I: fmt::Debug, St: fmt::Debug, F> fmt::Debug for Scan<I, St, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan").field("iter", &self.iter).field("state", &self.state).finish()
    }
}

impl<I: Iterator + Clone> Clone for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: Clone,
{
    fn clone(&self) -> Self {
        Flatten { iter: self.iter.clone(), front: self.front.clone(), back: self.back.clone() }
    }
}
impl<I: Clone, U: IntoIterator, F: Clone> Clone for FlatMap<I, U, F>
where
    U::IntoIter: Clone,
{
    fn clone(&self) -> Self {
        FlatMap { iter: self.iter.clone(), f: self.f.clone(), front: self.front.clone(), back: self.back.clone() }
    }
}

/// What `Flatten` and `FlatMap` show as their inside.
#[derive(Debug)]
struct FlattenCompat<'a, I, U> {
    iter: Fuse<I>,
    frontiter: &'a Option<U>,
    backiter: &'a Option<U>,
}
impl<I: Iterator + fmt::Debug> fmt::Debug for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let iter = Fuse { iter: self.iter.iter.as_ref() };
        let inner = FlattenCompat { iter, frontiter: &self.front, backiter: &self.back };
        f.debug_struct("Flatten").field("inner", &inner).finish()
    }
}
impl<I: fmt::Debug, U: IntoIterator, F> fmt::Debug for FlatMap<I, U, F>
where
    U::IntoIter: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let iter = Fuse { iter: self.iter.iter.as_ref().map(|iter| Map { iter, f: () }) };
        let inner = FlattenCompat { iter, frontiter: &self.front, backiter: &self.back };
        f.debug_struct("FlatMap").field("inner", &inner).finish()
    }
}

macro_rules! adapter_defaults {
    ($($Name:ident)*) => {
        $(
            impl<I: Default> Default for $Name<I> {
                fn default() -> Self {
                    $Name::new(I::default())
                }
            }
        )*
    };
}
adapter_defaults! { Cloned Copied Enumerate Fuse Rev }
impl<A: Default, B: Default> Default for Chain<A, B> {
    fn default() -> Self {
        Chain::new(A::default(), B::default())
    }
}
impl<I: Iterator + Default> Default for Flatten<I>
where
    I::Item: IntoIterator,
{
    fn default() -> Self {
        Flatten::new(I::default())
    }
}
