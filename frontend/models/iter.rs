//! `std::iter`: the traits, the sources, `Step` for ranges. The adapters stand in `iter/adapters.rs`.
//!
//! Left out: `array_chunks`, `map_windows`, `intersperse` and other unstable methods,
//! `TrustedLen`, `advance_by`, `Step` beyond integers and `char`.

use crate::cmp::Ordering;
use crate::ops::{
    Add, ControlFlow, FromResidual, Mul, Range, RangeFrom, RangeInclusive, Residual, Try,
};
use crate::fmt;

mod adapters;
pub use adapters::{
    Chain, Cloned, Copied, Cycle, Enumerate, Filter, FilterMap, FlatMap, Flatten, Fuse, Inspect, Map,
    MapWhile, Peekable, Rev, Scan, Skip, SkipWhile, StepBy, Take, TakeWhile, Zip, zip,
};

#[lang = "iterator"]
pub trait Iterator {
    type Item;
    #[lang = "next"]
    fn next(&mut self) -> Option<Self::Item>;

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, None)
    }
    fn count(self) -> usize
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut count = 0;
        while let Some(_) = iter.next() {
            count += 1;
        }
        count
    }
    fn last(self) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut last = None;
        for x in self {
            last = Some(x);
        }
        last
    }
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let mut left = n;
        while left > 0 {
            self.next()?;
            left -= 1;
        }
        self.next()
    }
    #[inline]
    fn step_by(self, step: usize) -> StepBy<Self>
    where
        Self: Sized,
    {
        StepBy::new(self, step)
    }
    #[inline]
    fn chain<U>(self, other: U) -> Chain<Self, U::IntoIter>
    where
        Self: Sized,
        U: IntoIterator<Item = Self::Item>,
    {
        Chain::new(self, other.into_iter())
    }
    #[inline]
    fn zip<U>(self, other: U) -> Zip<Self, U::IntoIter>
    where
        Self: Sized,
        U: IntoIterator,
    {
        Zip::new(self, other.into_iter())
    }
    #[inline]
    fn map<B, F>(self, f: F) -> Map<Self, F>
    where
        Self: Sized,
        F: FnMut(Self::Item) -> B,
    {
        Map::new(self, f)
    }
    fn for_each<F>(self, f: F)
    where
        Self: Sized,
        F: FnMut(Self::Item),
    {
        let mut f = f;
        for x in self {
            f(x);
        }
    }
    #[inline]
    fn filter<P>(self, predicate: P) -> Filter<Self, P>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        Filter::new(self, predicate)
    }
    #[inline]
    fn filter_map<B, F>(self, f: F) -> FilterMap<Self, F>
    where
        Self: Sized,
        F: FnMut(Self::Item) -> Option<B>,
    {
        FilterMap::new(self, f)
    }
    #[inline]
    fn enumerate(self) -> Enumerate<Self>
    where
        Self: Sized,
    {
        Enumerate::new(self)
    }
    #[inline]
    fn peekable(self) -> Peekable<Self>
    where
        Self: Sized,
    {
        Peekable::new(self)
    }
    #[inline]
    fn skip_while<P>(self, predicate: P) -> SkipWhile<Self, P>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        SkipWhile::new(self, predicate)
    }
    #[inline]
    fn take_while<P>(self, predicate: P) -> TakeWhile<Self, P>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        TakeWhile::new(self, predicate)
    }
    #[inline]
    fn map_while<B, P>(self, predicate: P) -> MapWhile<Self, P>
    where
        Self: Sized,
        P: FnMut(Self::Item) -> Option<B>,
    {
        MapWhile::new(self, predicate)
    }
    #[inline]
    fn skip(self, n: usize) -> Skip<Self>
    where
        Self: Sized,
    {
        Skip::new(self, n)
    }
    #[inline]
    fn take(self, n: usize) -> Take<Self>
    where
        Self: Sized,
    {
        Take::new(self, n)
    }
    #[inline]
    fn scan<St, B, F>(self, initial_state: St, f: F) -> Scan<Self, St, F>
    where
        Self: Sized,
        F: FnMut(&mut St, Self::Item) -> Option<B>,
    {
        Scan::new(self, initial_state, f)
    }
    #[inline]
    fn flat_map<U, F>(self, f: F) -> FlatMap<Self, U, F>
    where
        Self: Sized,
        U: IntoIterator,
        F: FnMut(Self::Item) -> U,
    {
        FlatMap::new(self, f)
    }
    #[inline]
    fn flatten(self) -> Flatten<Self>
    where
        Self: Sized,
        Self::Item: IntoIterator,
    {
        Flatten::new(self)
    }
    #[inline]
    fn fuse(self) -> Fuse<Self>
    where
        Self: Sized,
    {
        Fuse::new(self)
    }
    #[inline]
    fn inspect<F>(self, f: F) -> Inspect<Self, F>
    where
        Self: Sized,
        F: FnMut(&Self::Item),
    {
        Inspect::new(self, f)
    }
    #[inline]
    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }
    #[inline]
    fn collect<B: FromIterator<Self::Item>>(self) -> B
    where
        Self: Sized,
    {
        FromIterator::from_iter(self)
    }
    fn partition<B, F>(self, f: F) -> (B, B)
    where
        Self: Sized,
        B: Default + Extend<Self::Item>,
        F: FnMut(&Self::Item) -> bool,
    {
        let mut f = f;
        let mut left: B = Default::default();
        let mut right: B = Default::default();
        for x in self {
            if f(&x) {
                left.extend(Some(x));
            } else {
                right.extend(Some(x));
            }
        }
        (left, right)
    }
    fn try_fold<B, F, R>(&mut self, init: B, f: F) -> R
    where
        Self: Sized,
        F: FnMut(B, Self::Item) -> R,
        R: Try<Output = B>,
    {
        let mut f = f;
        let mut accum = init;
        while let Some(x) = self.next() {
            accum = f(accum, x)?;
        }
        R::from_output(accum)
    }
    fn try_for_each<F, R>(&mut self, f: F) -> R
    where
        Self: Sized,
        F: FnMut(Self::Item) -> R,
        R: Try<Output = ()>,
    {
        let mut f = f;
        while let Some(x) = self.next() {
            f(x)?;
        }
        R::from_output(())
    }
    fn fold<B, F>(self, init: B, f: F) -> B
    where
        Self: Sized,
        F: FnMut(B, Self::Item) -> B,
    {
        let mut f = f;
        let mut accum = init;
        for x in self {
            accum = f(accum, x);
        }
        accum
    }
    fn reduce<F>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(Self::Item, Self::Item) -> Self::Item,
    {
        let mut iter = self;
        let first = iter.next()?;
        Some(iter.fold(first, f))
    }
    fn all<F>(&mut self, f: F) -> bool
    where
        Self: Sized,
        F: FnMut(Self::Item) -> bool,
    {
        let mut f = f;
        while let Some(x) = self.next() {
            if !f(x) {
                return false;
            }
        }
        true
    }
    fn any<F>(&mut self, f: F) -> bool
    where
        Self: Sized,
        F: FnMut(Self::Item) -> bool,
    {
        let mut f = f;
        while let Some(x) = self.next() {
            if f(x) {
                return true;
            }
        }
        false
    }
    fn find<P>(&mut self, predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        let mut predicate = predicate;
        while let Some(x) = self.next() {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }
    fn find_map<B, F>(&mut self, f: F) -> Option<B>
    where
        Self: Sized,
        F: FnMut(Self::Item) -> Option<B>,
    {
        let mut f = f;
        while let Some(x) = self.next() {
            if let Some(found) = f(x) {
                return Some(found);
            }
        }
        None
    }
    fn position<P>(&mut self, predicate: P) -> Option<usize>
    where
        Self: Sized,
        P: FnMut(Self::Item) -> bool,
    {
        let mut predicate = predicate;
        let mut i = 0;
        while let Some(x) = self.next() {
            if predicate(x) {
                return Some(i);
            }
            i += 1;
        }
        None
    }
    fn rposition<P>(&mut self, predicate: P) -> Option<usize>
    where
        P: FnMut(Self::Item) -> bool,
        Self: Sized + ExactSizeIterator + DoubleEndedIterator,
    {
        let mut predicate = predicate;
        let mut i = self.len();
        while let Some(x) = self.next_back() {
            i -= 1;
            if predicate(x) {
                return Some(i);
            }
        }
        None
    }
    fn max(self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        self.max_by(|a, b| a.cmp(b))
    }
    fn min(self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        self.min_by(|a, b| a.cmp(b))
    }
    fn max_by_key<B: Ord, F>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(&Self::Item) -> B,
    {
        let mut f = f;
        let mut iter = self;
        let mut best = iter.next()?;
        let mut best_key = f(&best);
        while let Some(x) = iter.next() {
            let key = f(&x);
            if key >= best_key {
                best = x;
                best_key = key;
            }
        }
        Some(best)
    }
    fn max_by<F>(self, compare: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(&Self::Item, &Self::Item) -> Ordering,
    {
        let mut compare = compare;
        let mut iter = self;
        let mut best = iter.next()?;
        while let Some(x) = iter.next() {
            if compare(&best, &x) != Ordering::Greater {
                best = x;
            }
        }
        Some(best)
    }
    fn min_by_key<B: Ord, F>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(&Self::Item) -> B,
    {
        let mut f = f;
        let mut iter = self;
        let mut best = iter.next()?;
        let mut best_key = f(&best);
        while let Some(x) = iter.next() {
            let key = f(&x);
            if key < best_key {
                best = x;
                best_key = key;
            }
        }
        Some(best)
    }
    fn min_by<F>(self, compare: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(&Self::Item, &Self::Item) -> Ordering,
    {
        let mut compare = compare;
        let mut iter = self;
        let mut best = iter.next()?;
        while let Some(x) = iter.next() {
            if compare(&best, &x) == Ordering::Greater {
                best = x;
            }
        }
        Some(best)
    }
    #[inline]
    fn rev(self) -> Rev<Self>
    where
        Self: Sized + DoubleEndedIterator,
    {
        Rev::new(self)
    }
    fn unzip<A, B, FromA, FromB>(self) -> (FromA, FromB)
    where
        FromA: Default + Extend<A>,
        FromB: Default + Extend<B>,
        Self: Sized + Iterator<Item = (A, B)>,
    {
        let mut left: FromA = Default::default();
        let mut right: FromB = Default::default();
        for (a, b) in self {
            left.extend(Some(a));
            right.extend(Some(b));
        }
        (left, right)
    }
    #[inline]
    fn copied<'a, T>(self) -> Copied<Self>
    where
        T: Copy + 'a,
        Self: Sized + Iterator<Item = &'a T>,
    {
        Copied::new(self)
    }
    #[inline]
    fn cloned<'a, T>(self) -> Cloned<Self>
    where
        T: Clone + 'a,
        Self: Sized + Iterator<Item = &'a T>,
    {
        Cloned::new(self)
    }
    #[inline]
    fn cycle(self) -> Cycle<Self>
    where
        Self: Sized + Clone,
    {
        Cycle::new(self)
    }
    #[inline]
    fn sum<S>(self) -> S
    where
        Self: Sized,
        S: Sum<Self::Item>,
    {
        Sum::sum(self)
    }
    #[inline]
    fn product<P>(self) -> P
    where
        Self: Sized,
        P: Product<Self::Item>,
    {
        Product::product(self)
    }
    fn cmp<I>(self, other: I) -> Ordering
    where
        I: IntoIterator<Item = Self::Item>,
        Self::Item: Ord,
        Self: Sized,
    {
        let mut left = self;
        let mut right = other.into_iter();
        loop {
            match (left.next(), right.next()) {
                (None, None) => return Ordering::Equal,
                (None, Some(_)) => return Ordering::Less,
                (Some(_), None) => return Ordering::Greater,
                (Some(x), Some(y)) => match x.cmp(&y) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                },
            }
        }
    }
    fn partial_cmp<I>(self, other: I) -> Option<Ordering>
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        let mut left = self;
        let mut right = other.into_iter();
        loop {
            match (left.next(), right.next()) {
                (None, None) => return Some(Ordering::Equal),
                (None, Some(_)) => return Some(Ordering::Less),
                (Some(_), None) => return Some(Ordering::Greater),
                (Some(x), Some(y)) => match x.partial_cmp(&y) {
                    Some(Ordering::Equal) => {}
                    unequal => return unequal,
                },
            }
        }
    }
    fn eq<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialEq<I::Item>,
        Self: Sized,
    {
        let mut left = self;
        let mut right = other.into_iter();
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(x), Some(y)) if x == y => {}
                _ => return false,
            }
        }
    }
    fn ne<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialEq<I::Item>,
        Self: Sized,
    {
        !Iterator::eq(self, other)
    }
    fn lt<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        Iterator::partial_cmp(self, other) == Some(Ordering::Less)
    }
    fn is_sorted(self) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd,
    {
        self.is_sorted_by(|a, b| a <= b)
    }
    fn is_sorted_by<F>(self, compare: F) -> bool
    where
        Self: Sized,
        F: FnMut(&Self::Item, &Self::Item) -> bool,
    {
        let mut compare = compare;
        let mut iter = self;
        let mut last = match iter.next() {
            Some(first) => first,
            None => return true,
        };
        while let Some(x) = iter.next() {
            if !compare(&last, &x) {
                return false;
            }
            last = x;
        }
        true
    }
    fn is_sorted_by_key<F, K>(self, f: F) -> bool
    where
        Self: Sized,
        F: FnMut(Self::Item) -> K,
        K: PartialOrd,
    {
        self.map(f).is_sorted()
    }
    fn ge<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        matches!(Iterator::partial_cmp(self, other), Some(Ordering::Greater | Ordering::Equal))
    }
    fn gt<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        Iterator::partial_cmp(self, other) == Some(Ordering::Greater)
    }
    fn le<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        matches!(Iterator::partial_cmp(self, other), Some(Ordering::Less | Ordering::Equal))
    }
}

impl<I: Iterator + ?Sized> Iterator for &mut I {
    type Item = I::Item;
    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth(n)
    }
}

pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let mut left = n;
        while left > 0 {
            self.next_back()?;
            left -= 1;
        }
        self.next_back()
    }
    fn rfold<B, F>(self, init: B, f: F) -> B
    where
        Self: Sized,
        F: FnMut(B, Self::Item) -> B,
    {
        let mut iter = self;
        let mut f = f;
        let mut accum = init;
        while let Some(x) = iter.next_back() {
            accum = f(accum, x);
        }
        accum
    }
    fn try_rfold<B, F, R>(&mut self, init: B, f: F) -> R
    where
        Self: Sized,
        F: FnMut(B, Self::Item) -> R,
        R: Try<Output = B>,
    {
        let mut f = f;
        let mut accum = init;
        while let Some(x) = self.next_back() {
            accum = f(accum, x)?;
        }
        R::from_output(accum)
    }
    fn rfind<P>(&mut self, predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        let mut predicate = predicate;
        while let Some(x) = self.next_back() {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }
}
impl<I: DoubleEndedIterator + ?Sized> DoubleEndedIterator for &mut I {
    #[inline]
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth_back(n)
    }
}

pub trait ExactSizeIterator: Iterator {
    #[inline]
    fn len(&self) -> usize {
        self.size_hint().0
    }
}
impl<I: ExactSizeIterator + ?Sized> ExactSizeIterator for &mut I {
    fn len(&self) -> usize {
        (**self).len()
    }
}

pub trait FusedIterator: Iterator {}
impl<I: FusedIterator + ?Sized> FusedIterator for &mut I {}

pub trait FromIterator<A>: Sized {
    fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self;
}

#[lang = "into_iterator"]
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;
    #[lang = "into_iter"]
    fn into_iter(self) -> Self::IntoIter;
}
impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;
    #[inline]
    fn into_iter(self) -> I {
        self
    }
}

pub trait Extend<A> {
    fn extend<T: IntoIterator<Item = A>>(&mut self, iter: T);
}
impl Extend<()> for () {
    fn extend<T: IntoIterator<Item = ()>>(&mut self, iter: T) {
        for () in iter {}
    }
}

/// Stops at the first residual and keeps it.
pub(crate) struct GenericShunt<'a, I, R> {
    iter: I,
    residual: &'a mut Option<R>,
}
impl<I, R> Iterator for GenericShunt<'_, I, R>
where
    I: Iterator,
    I::Item: Try<Residual = R>,
{
    type Item = <I::Item as Try>::Output;
    fn next(&mut self) -> Option<<I::Item as Try>::Output> {
        match self.iter.next()?.branch() {
            ControlFlow::Continue(output) => Some(output),
            ControlFlow::Break(residual) => {
                *self.residual = Some(residual);
                None
            }
        }
    }
}

/// Feeds the outputs of `iter` to `f`; the first residual wins over what `f` makes of them.
pub(crate) fn try_process<I, T, R, F, U>(iter: I, f: F) -> <R as Residual<U>>::TryType
where
    I: Iterator,
    I::Item: Try<Output = T, Residual = R>,
    R: Residual<U>,
    F: FnOnce(GenericShunt<'_, I, R>) -> U,
{
    let mut residual = None;
    let value = f(GenericShunt { iter, residual: &mut residual });
    match residual {
        None => Try::from_output(value),
        Some(r) => FromResidual::from_residual(r),
    }
}

pub trait Sum<A = Self>: Sized {
    fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
}
pub trait Product<A = Self>: Sized {
    fn product<I: Iterator<Item = A>>(iter: I) -> Self;
}

macro_rules! sum_product {
    ($zero:expr, $one:expr; $($t:ty)*) => {
        $(
            impl Sum for $t {
                fn sum<I: Iterator<Item = $t>>(iter: I) -> $t {
                    let mut total: $t = $zero;
                    for x in iter {
                        total = total + x;
                    }
                    total
                }
            }
            impl<'a> Sum<&'a $t> for $t {
                fn sum<I: Iterator<Item = &'a $t>>(iter: I) -> $t {
                    let mut total: $t = $zero;
                    for x in iter {
                        total = total + *x;
                    }
                    total
                }
            }
            impl Product for $t {
                fn product<I: Iterator<Item = $t>>(iter: I) -> $t {
                    let mut total: $t = $one;
                    for x in iter {
                        total = total * x;
                    }
                    total
                }
            }
            impl<'a> Product<&'a $t> for $t {
                fn product<I: Iterator<Item = &'a $t>>(iter: I) -> $t {
                    let mut total: $t = $one;
                    for x in iter {
                        total = total * *x;
                    }
                    total
                }
            }
        )*
    };
}
sum_product! { 0, 1; i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
sum_product! { -0.0, 1.0; f32 f64 }

/// Types that a range can run over.
pub trait Step: Clone + PartialOrd + Sized {
    /// The value after `self`; never asked of the last one of a type that is in use.
    fn step_forward(&self) -> Self;
    fn step_backward(&self) -> Self;
    /// `count` steps on, if there are that many.
    fn forward_checked(&self, count: usize) -> Option<Self>;
    fn backward_checked(&self, count: usize) -> Option<Self>;
    /// How many steps from `start` to `end`, if there are not too many; 0 if there are none.
    fn steps_between(start: &Self, end: &Self) -> Option<usize>;
}

/// The difference of wide numbers, if it is not wide.
fn wide_steps(start: u128, end: u128) -> Option<usize> {
    let steps = end.wrapping_sub(start);
    if steps > usize::MAX as u128 { None } else { Some(steps as usize) }
}
macro_rules! step_integers {
    ($start:ident, $end:ident => $steps:expr; $($t:ident)*) => {
        $(
            impl Step for $t {
                #[inline]
                #[track_caller]
                fn step_forward(&self) -> $t {
                    *self + 1
                }
                #[inline]
                #[track_caller]
                fn step_backward(&self) -> $t {
                    *self - 1
                }
                fn forward_checked(&self, count: usize) -> Option<$t> {
                    match $t::try_from(count) {
                        Ok(n) => self.checked_add(n),
                        Err(_) => {
                            let target = (*self as i128).checked_add(count as i128)?;
                            $t::try_from(target).ok()
                        }
                    }
                }
                fn backward_checked(&self, count: usize) -> Option<$t> {
                    match $t::try_from(count) {
                        Ok(n) => self.checked_sub(n),
                        Err(_) => {
                            let target = (*self as i128).checked_sub(count as i128)?;
                            $t::try_from(target).ok()
                        }
                    }
                }
                #[inline]
                fn steps_between($start: &$t, $end: &$t) -> Option<usize> {
                    if *$start < *$end { $steps } else { Some(0) }
                }
            }
        )*
    };
}
step_integers! {
    start, end => Some((*end as usize).wrapping_sub(*start as usize));
    i8 i16 i32 i64 isize u8 u16 u32 u64 usize
}
step_integers! { start, end => wide_steps(*start as u128, *end as u128); i128 u128 }

impl Step for char {
    fn step_forward(&self) -> char {
        let next = *self as u32 + 1;
        crate::char::from_u32(if next == 0xD800 { 0xE000 } else { next }).unwrap()
    }
    fn step_backward(&self) -> char {
        let last = *self as u32 - 1;
        crate::char::from_u32(if last == 0xDFFF { 0xD7FF } else { last }).unwrap()
    }
    fn forward_checked(&self, count: usize) -> Option<char> {
        let mut code = (*self as usize).checked_add(count)?;
        if (*self as usize) < 0xD800 && code >= 0xD800 {
            code += 0x800;
        }
        crate::char::from_u32(u32::try_from(code).ok()?)
    }
    fn backward_checked(&self, count: usize) -> Option<char> {
        let mut code = (*self as usize).checked_sub(count)?;
        if *self as usize >= 0xE000 && code < 0xE000 {
            code = code.checked_sub(0x800)?;
        }
        crate::char::from_u32(code as u32)
    }
    fn steps_between(start: &char, end: &char) -> Option<usize> {
        let (a, b) = (*start as usize, *end as usize);
        let surrogates = if a < 0xD800 && b >= 0xE000 { 0x800 } else { 0 };
        Some(b.saturating_sub(a + surrogates))
    }
}

impl<A: Step> Iterator for Range<A> {
    type Item = A;
    #[inline]
    fn next(&mut self) -> Option<A> {
        if self.start < self.end {
            let current = self.start.clone();
            self.start = current.step_forward();
            Some(current)
        } else {
            None
        }
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match A::steps_between(&self.start, &self.end) {
            Some(len) => (len, Some(len)),
            None => (usize::MAX, None),
        }
    }
    fn nth(&mut self, n: usize) -> Option<A> {
        if let Some(target) = self.start.forward_checked(n) {
            if target < self.end {
                self.start = target.step_forward();
                return Some(target);
            }
        }
        self.start = self.end.clone();
        None
    }
    fn count(self) -> usize {
        self.size_hint().1.expect("count overflowed usize")
    }
}
impl<A: Step> DoubleEndedIterator for Range<A> {
    #[inline]
    fn next_back(&mut self) -> Option<A> {
        if self.start < self.end {
            self.end = self.end.step_backward();
            Some(self.end.clone())
        } else {
            None
        }
    }
}
impl<A: Step> ExactSizeIterator for Range<A> {}
impl<A: Step> FusedIterator for Range<A> {}

impl<A: Step> Iterator for RangeFrom<A> {
    type Item = A;
    #[inline]
    fn next(&mut self) -> Option<A> {
        let current = self.start.clone();
        self.start = current.step_forward();
        Some(current)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
impl<A: Step> FusedIterator for RangeFrom<A> {}

impl<A: Step> Iterator for RangeInclusive<A> {
    type Item = A;
    #[inline]
    fn next(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let current = self.start.clone();
        if current < self.end {
            self.start = current.step_forward();
        } else {
            self.exhausted = true;
        }
        Some(current)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.is_empty() {
            return (0, Some(0));
        }
        let len = A::steps_between(&self.start, &self.end).and_then(|steps| steps.checked_add(1));
        (len.unwrap_or(usize::MAX), len)
    }
    fn count(self) -> usize {
        self.size_hint().1.expect("count overflowed usize")
    }
}
impl<A: Step> DoubleEndedIterator for RangeInclusive<A> {
    #[inline]
    fn next_back(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let current = self.end.clone();
        if self.start < current {
            self.end = current.step_backward();
        } else {
            self.exhausted = true;
        }
        Some(current)
    }
}
impl<A: Step> ExactSizeIterator for RangeInclusive<A> {}
impl<A: Step> FusedIterator for RangeInclusive<A> {}

#[derive(Clone, Debug)]
pub struct Repeat<A> {
    element: A,
}
pub fn repeat<T: Clone>(elt: T) -> Repeat<T> {
    Repeat { element: elt }
}
impl<A: Clone> Iterator for Repeat<A> {
    type Item = A;
    #[inline]
    fn next(&mut self) -> Option<A> {
        Some(self.element.clone())
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
impl<A: Clone> DoubleEndedIterator for Repeat<A> {
    fn next_back(&mut self) -> Option<A> {
        Some(self.element.clone())
    }
}

/// The element, until it is given away the last time, and how often it still comes.
#[derive(Clone, Debug)]
pub struct RepeatN<A> {
    count: usize,
    element: Option<A>,
}
pub fn repeat_n<T: Clone>(element: T, count: usize) -> RepeatN<T> {
    RepeatN { element: if count == 0 { None } else { Some(element) }, count }
}
impl<A: Clone> Iterator for RepeatN<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        if self.count <= 1 {
            self.count = 0;
            return self.element.take();
        }
        self.count -= 1;
        self.element.clone()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}
impl<A: Clone> DoubleEndedIterator for RepeatN<A> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }
}
impl<A: Clone> ExactSizeIterator for RepeatN<A> {}
impl<A: Clone> FusedIterator for RepeatN<A> {}

pub fn chain<A: IntoIterator, B: IntoIterator<Item = A::Item>>(a: A, b: B) -> Chain<A::IntoIter, B::IntoIter> {
    a.into_iter().chain(b)
}

pub struct RepeatWith<F> {
    repeater: F,
}
impl<F: Clone> Clone for RepeatWith<F> {
    fn clone(&self) -> Self {
        RepeatWith { repeater: self.repeater.clone() }
    }
}
pub fn repeat_with<A, F: FnMut() -> A>(repeater: F) -> RepeatWith<F> {
    RepeatWith { repeater }
}
impl<A, F: FnMut() -> A> Iterator for RepeatWith<F> {
    type Item = A;
    #[inline]
    fn next(&mut self) -> Option<A> {
        Some((self.repeater)())
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

pub struct Empty<T> {
    of: crate::marker::PhantomData<T>,
}
impl<T> Clone for Empty<T> {
    fn clone(&self) -> Self {
        Empty { of: crate::marker::PhantomData }
    }
}
impl<T> Default for Empty<T> {
    fn default() -> Self {
        empty()
    }
}
pub const fn empty<T>() -> Empty<T> {
    Empty { of: crate::marker::PhantomData }
}
impl<T> Iterator for Empty<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(0))
    }
}
impl<T> DoubleEndedIterator for Empty<T> {
    fn next_back(&mut self) -> Option<T> {
        None
    }
}
impl<T> ExactSizeIterator for Empty<T> {}

#[derive(Clone, Debug)]
pub struct Once<T> {
    inner: crate::option::IntoIter<T>,
}
pub fn once<T>(value: T) -> Once<T> {
    Once { inner: Some(value).into_iter() }
}
impl<T> Iterator for Once<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.inner.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.inner.size_hint()
    }
}
impl<T> DoubleEndedIterator for Once<T> {
    fn next_back(&mut self) -> Option<T> {
        self.inner.next()
    }
}
impl<T> ExactSizeIterator for Once<T> {}

pub struct OnceWith<F> {
    make: Option<F>,
}
impl<F: Clone> Clone for OnceWith<F> {
    fn clone(&self) -> Self {
        OnceWith { make: self.make.clone() }
    }
}
pub fn once_with<A, F: FnOnce() -> A>(make: F) -> OnceWith<F> {
    OnceWith { make: Some(make) }
}
impl<A, F: FnOnce() -> A> Iterator for OnceWith<F> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        let make = self.make.take()?;
        Some(make())
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.make.is_some());
        (left, Some(left))
    }
}
impl<A, F: FnOnce() -> A> DoubleEndedIterator for OnceWith<F> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }
}
impl<A, F: FnOnce() -> A> ExactSizeIterator for OnceWith<F> {}

pub struct FromFn<F> {
    function: F,
}
impl<F: Clone> Clone for FromFn<F> {
    fn clone(&self) -> Self {
        FromFn { function: self.function.clone() }
    }
}
pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> FromFn<F> {
    FromFn { function: f }
}
impl<T, F: FnMut() -> Option<T>> Iterator for FromFn<F> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        (self.function)()
    }
}

pub struct Successors<T, F> {
    following: Option<T>,
    succ: F,
}
impl<T: Clone, F: Clone> Clone for Successors<T, F> {
    fn clone(&self) -> Self {
        Successors { following: self.following.clone(), succ: self.succ.clone() }
    }
}
pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, succ: F) -> Successors<T, F> {
    Successors { following: first, succ }
}
impl<T, F: FnMut(&T) -> Option<T>> Iterator for Successors<T, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        let item = self.following.take()?;
        self.following = (self.succ)(&item);
        Some(item)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.following.is_some() { (1, None) } else { (0, Some(0)) }
    }
}
impl<F> fmt::Debug for RepeatWith<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RepeatWith").finish_non_exhaustive()
    }
}
impl<T> fmt::Debug for Empty<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Empty").finish()
    }
}
impl<F> fmt::Debug for OnceWith<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.make.is_some() { "OnceWith(Some(_))" } else { "OnceWith(None)" })
    }
}
impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromFn").finish()
    }
}
impl<T: fmt::Debug, F> fmt::Debug for Successors<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Successors").field("next", &self.following).finish()
    }
}
