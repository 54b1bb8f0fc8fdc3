//! `std::range`: ranges that are no iterators, as far as std has made them stable: `RangeInclusive`.
//!
//! Left out: `Range`, `RangeFrom`, `RangeToInclusive`, `legacy`, the rest of an iteration.

use crate::fmt;
use crate::hash::Hash;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, IntoIterator, Iterator, Step};
use crate::ops::{self, Bound, RangeBounds};
use crate::slice::SliceIndex;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RangeInclusive<Idx> {
    pub start: Idx,
    pub last: Idx,
}

impl<Idx: fmt::Debug> fmt::Debug for RangeInclusive<Idx> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)?;
        f.write_str("..=")?;
        self.last.fmt(f)
    }
}

impl<Idx: PartialOrd<Idx>> RangeInclusive<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        self.start <= *item && *item <= self.last
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        !(self.start <= self.last)
    }
}

impl<Idx: Step> RangeInclusive<Idx> {
    #[inline]
    pub fn iter(&self) -> RangeInclusiveIter<Idx> {
        self.clone().into_iter()
    }
}

impl<Idx> From<ops::RangeInclusive<Idx>> for RangeInclusive<Idx> {
    /// An iteration that has come to its end is no range.
    fn from(range: ops::RangeInclusive<Idx>) -> Self {
        assert!(!range.exhausted, "attempted to convert from an exhausted `legacy::RangeInclusive` (unspecified behavior)");
        RangeInclusive { start: range.start, last: range.end }
    }
}
impl<Idx> From<RangeInclusive<Idx>> for ops::RangeInclusive<Idx> {
    #[inline]
    fn from(range: RangeInclusive<Idx>) -> Self {
        ops::RangeInclusive::new(range.start, range.last)
    }
}

impl<T> RangeBounds<T> for RangeInclusive<T> {
    fn start_bound(&self) -> Bound<&T> {
        Bound::Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Bound::Included(&self.last)
    }
}
impl<T> RangeBounds<T> for RangeInclusive<&T> {
    fn start_bound(&self) -> Bound<&T> {
        Bound::Included(self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Bound::Included(self.last)
    }
}

impl<S: ?Sized> SliceIndex<S> for RangeInclusive<usize>
where
    ops::RangeInclusive<usize>: SliceIndex<S>,
{
    type Output = <ops::RangeInclusive<usize> as SliceIndex<S>>::Output;
    fn get(self, slice: &S) -> Option<&Self::Output> {
        ops::RangeInclusive::from(self).get(slice)
    }
    fn get_mut(self, slice: &mut S) -> Option<&mut Self::Output> {
        ops::RangeInclusive::from(self).get_mut(slice)
    }
    #[track_caller]
    fn index(self, slice: &S) -> &Self::Output {
        ops::RangeInclusive::from(self).index(slice)
    }
    #[track_caller]
    fn index_mut(self, slice: &mut S) -> &mut Self::Output {
        ops::RangeInclusive::from(self).index_mut(slice)
    }
}

impl<A: Step> IntoIterator for RangeInclusive<A> {
    type Item = A;
    type IntoIter = RangeInclusiveIter<A>;
    #[inline]
    fn into_iter(self) -> RangeInclusiveIter<A> {
        RangeInclusiveIter(self.into())
    }
}

#[derive(Clone, Debug)]
pub struct RangeInclusiveIter<A>(ops::RangeInclusive<A>);

impl<A: Step> Iterator for RangeInclusiveIter<A> {
    type Item = A;
    #[inline]
    fn next(&mut self) -> Option<A> {
        self.0.next()
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}
impl<A: Step> DoubleEndedIterator for RangeInclusiveIter<A> {
    #[inline]
    fn next_back(&mut self) -> Option<A> {
        self.0.next_back()
    }
}
impl<A: Step> ExactSizeIterator for RangeInclusiveIter<A> {}
impl<A: Step> FusedIterator for RangeInclusiveIter<A> {}
