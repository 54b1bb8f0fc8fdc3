//! `rand`, with the names of 0.8, 0.9 and 0.10: out of up to eight possibilities every one is explored, out
//! of more a generator of fixed seed draws; `gen_bool` of neither 0 nor 1 is explored both ways.
//!
//! Left out: distributions other than the uniform, `Bernoulli` and `Alphanumeric`, `seq::index`,
//! floating-point rounding as in `rand`; seeded generators give other numbers than `rand`'s own.

use crate::cell::Cell;
use crate::error;
use crate::fmt;
use crate::intrinsics;
use crate::ops::{Range, RangeInclusive};
use crate::time::Duration;

pub use distributions::Distribution;
pub use rngs::ThreadRng;

/// Up to so many possibilities are explored.
const FEW: u64 = 8;

pub mod prelude {
    pub use super::distributions::Distribution;
    pub use super::rngs::{SmallRng, StdRng, ThreadRng};
    pub use super::seq::{IndexedMutRandom, IndexedRandom, IteratorRandom, SliceRandom};
    pub use super::{CryptoRng, Rng, RngCore, RngExt, SeedableRng, random, rng, thread_rng};
}

#[derive(Debug)]
pub struct Error;
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("random number generator failure")
    }
}
impl error::Error for Error {}

/// A source of numbers. `choose_below` is the model's own: where the choice is the search's to make.
pub trait RngCore {
    fn next_u64(&mut self) -> u64;
    fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }
    fn fill_bytes(&mut self, dest: &mut [u8]) {
        for byte in dest.iter_mut() {
            *byte = self.next_u64() as u8;
        }
    }
    #[doc(hidden)]
    fn choose_below(&mut self, count: u64) -> u64 {
        self.next_u64() % count
    }
}
impl<R: RngCore + ?Sized> RngCore for &mut R {
    fn next_u64(&mut self) -> u64 {
        (**self).next_u64()
    }
    fn next_u32(&mut self) -> u32 {
        (**self).next_u32()
    }
    fn fill_bytes(&mut self, dest: &mut [u8]) {
        (**self).fill_bytes(dest)
    }
    fn choose_below(&mut self, count: u64) -> u64 {
        (**self).choose_below(count)
    }
}
impl<R: RngCore + ?Sized> RngCore for crate::boxed::Box<R> {
    fn next_u64(&mut self) -> u64 {
        (**self).next_u64()
    }
    fn next_u32(&mut self) -> u32 {
        (**self).next_u32()
    }
    fn fill_bytes(&mut self, dest: &mut [u8]) {
        (**self).fill_bytes(dest)
    }
    fn choose_below(&mut self, count: u64) -> u64 {
        (**self).choose_below(count)
    }
}
pub trait CryptoRng {}

pub trait SeedableRng: Sized {
    fn seed_from_u64(seed: u64) -> Self;
    fn from_entropy() -> Self {
        unsafe { intrinsics::note_draw() };
        Self::seed_from_u64(0)
    }
    fn from_os_rng() -> Self {
        Self::from_entropy()
    }
    fn from_seed(seed: [u8; 32]) -> Self {
        let mut number = 0;
        for byte in seed {
            number = number * 31 + byte as u64 & 0xffff_ffff;
        }
        Self::seed_from_u64(number)
    }
    fn from_rng<R: RngCore>(mut rng: R) -> Result<Self, Error> {
        Ok(Self::seed_from_u64(rng.next_u64()))
    }
}

pub trait Rng: RngCore {
    fn r#gen<T: Random>(&mut self) -> T {
        T::random_from(self)
    }
    fn random<T: Random>(&mut self) -> T {
        T::random_from(self)
    }
    fn gen_range<T, R: SampleRange<T>>(&mut self, range: R) -> T {
        range.sample_from(self)
    }
    fn random_range<T, R: SampleRange<T>>(&mut self, range: R) -> T {
        range.sample_from(self)
    }
    fn gen_bool(&mut self, p: f64) -> bool {
        biased(self, p)
    }
    fn random_bool(&mut self, p: f64) -> bool {
        biased(self, p)
    }
    fn gen_ratio(&mut self, numerator: u32, denominator: u32) -> bool {
        biased(self, numerator as f64 / denominator as f64)
    }
    fn random_ratio(&mut self, numerator: u32, denominator: u32) -> bool {
        biased(self, numerator as f64 / denominator as f64)
    }
    fn sample<T, D: Distribution<T>>(&mut self, distribution: D) -> T {
        distribution.sample(self)
    }
    fn sample_iter<T, D: Distribution<T>>(self, distribution: D) -> distributions::DistIter<D, Self, T>
    where
        Self: Sized,
    {
        distribution.sample_iter(self)
    }
    fn random_iter<T: Random>(self) -> distributions::DistIter<distributions::Standard, Self, T>
    where
        Self: Sized,
    {
        distributions::Standard.sample_iter(self)
    }
    fn fill<T: Fill + ?Sized>(&mut self, dest: &mut T) {
        dest.fill_from(self)
    }
}
impl<R: RngCore + ?Sized> Rng for R {}
/// From 0.10 on `Rng` is what was `RngCore`, and this what was `Rng`.
pub use Rng as RngExt;

/// What can be filled with values.
pub trait Fill {
    #[doc(hidden)]
    fn fill_from<R: RngCore + ?Sized>(&mut self, rng: &mut R);
}
impl<T: Random> Fill for [T] {
    fn fill_from<R: RngCore + ?Sized>(&mut self, rng: &mut R) {
        for value in self.iter_mut() {
            *value = T::random_from(rng);
        }
    }
}
impl<T: Random, const N: usize> Fill for [T; N] {
    fn fill_from<R: RngCore + ?Sized>(&mut self, rng: &mut R) {
        self.as_mut_slice().fill_from(rng)
    }
}

impl<T: Random> Fill for crate::vec::Vec<T> {
    fn fill_from<R: RngCore + ?Sized>(&mut self, rng: &mut R) {
        self.as_mut_slice().fill_from(rng)
    }
}

/// Both are possible unless the probability says otherwise.
fn biased<R: RngCore + ?Sized>(rng: &mut R, p: f64) -> bool {
    if !(p >= 0.0 && p <= 1.0) {
        panic!("p={:?} is outside range [0.0, 1.0]", p);
    }
    if p == 0.0 {
        false
    } else if p == 1.0 {
        true
    } else {
        rng.choose_below(2) == 1
    }
}

/// Types with a value out of all of theirs.
pub trait Random {
    fn random_from<R: RngCore + ?Sized>(rng: &mut R) -> Self;
}
impl Random for bool {
    fn random_from<R: RngCore + ?Sized>(rng: &mut R) -> bool {
        rng.choose_below(2) == 1
    }
}
impl Random for f64 {
    fn random_from<R: RngCore + ?Sized>(rng: &mut R) -> f64 {
        (rng.next_u64() >> 11) as f64 / 9007199254740992.0
    }
}
impl Random for f32 {
    fn random_from<R: RngCore + ?Sized>(rng: &mut R) -> f32 {
        (rng.next_u64() >> 40) as f32 / 16777216.0
    }
}
impl Random for char {
    fn random_from<R: RngCore + ?Sized>(rng: &mut R) -> char {
        (b' ' + (rng.next_u64() % 95) as u8) as char
    }
}
impl<T: Random, U: Random> Random for (T, U) {
    fn random_from<R: RngCore + ?Sized>(rng: &mut R) -> (T, U) {
        (T::random_from(rng), U::random_from(rng))
    }
}
impl<T: Random, U: Random, V: Random> Random for (T, U, V) {
    fn random_from<R: RngCore + ?Sized>(rng: &mut R) -> (T, U, V) {
        (T::random_from(rng), U::random_from(rng), V::random_from(rng))
    }
}
impl<T: Random, const N: usize> Random for [T; N] {
    fn random_from<R: RngCore + ?Sized>(rng: &mut R) -> [T; N] {
        crate::array::from_fn(|_| T::random_from(rng))
    }
}

/// A range to draw from.
pub trait SampleRange<T> {
    fn sample_from<R: RngCore + ?Sized>(self, rng: &mut R) -> T;
    fn is_empty_range(&self) -> bool;
}
impl<T: Uniform> SampleRange<T> for Range<T> {
    #[track_caller]
    fn sample_from<R: RngCore + ?Sized>(self, rng: &mut R) -> T {
        T::between(self.start, self.end, false, rng)
    }
    fn is_empty_range(&self) -> bool {
        !(self.start < self.end)
    }
}
impl<T: Uniform> SampleRange<T> for RangeInclusive<T> {
    #[track_caller]
    fn sample_from<R: RngCore + ?Sized>(self, rng: &mut R) -> T {
        let (start, end) = self.into_inner();
        T::between(start, end, true, rng)
    }
    fn is_empty_range(&self) -> bool {
        !(self.start() <= self.end())
    }
}

/// Types that have a uniform value between two others.
pub trait Uniform: PartialOrd + Copy {
    fn between<R: RngCore + ?Sized>(low: Self, high: Self, inclusive: bool, rng: &mut R) -> Self;
}
impl Uniform for f64 {
    #[track_caller]
    fn between<R: RngCore + ?Sized>(low: f64, high: f64, inclusive: bool, rng: &mut R) -> f64 {
        if !(low < high || inclusive && low == high) {
            panic!("cannot sample empty range");
        }
        low + (high - low) * f64::random_from(rng)
    }
}
impl Uniform for f32 {
    #[track_caller]
    fn between<R: RngCore + ?Sized>(low: f32, high: f32, inclusive: bool, rng: &mut R) -> f32 {
        if !(low < high || inclusive && low == high) {
            panic!("cannot sample empty range");
        }
        low + (high - low) * f32::random_from(rng)
    }
}
impl Uniform for char {
    #[track_caller]
    fn between<R: RngCore + ?Sized>(low: char, high: char, inclusive: bool, rng: &mut R) -> char {
        let number = u32::between(low as u32, high as u32, inclusive, rng);
        char::from_u32(number).unwrap_or(low)
    }
}
impl Uniform for Duration {
    #[track_caller]
    fn between<R: RngCore + ?Sized>(low: Duration, high: Duration, inclusive: bool, rng: &mut R) -> Duration {
        let nanos = |duration: Duration| duration.as_nanos() as u64;
        Duration::from_nanos(u64::between(nanos(low), nanos(high), inclusive, rng))
    }
}

macro_rules! random_integers {
    ($($t:ident)*) => {
        $(
            impl Random for $t {
                fn random_from<R: RngCore + ?Sized>(rng: &mut R) -> $t {
                    rng.next_u64() as $t
                }
            }
            impl Uniform for $t {
                #[track_caller]
                fn between<R: RngCore + ?Sized>(low: $t, high: $t, inclusive: bool, rng: &mut R) -> $t {
                    if !(low < high || inclusive && low == high) {
                        panic!("cannot sample empty range");
                    }
                    let last = (high as u64).wrapping_sub(low as u64).wrapping_sub(!inclusive as u64);
                    let offset = if last == u64::MAX { rng.next_u64() } else { rng.choose_below(last + 1) };
                    (low as u64).wrapping_add(offset) as $t
                }
            }
        )*
    };
}
random_integers! { u8 u16 u32 u64 usize u128 i8 i16 i32 i64 isize i128 }

/// A step of SplitMix64.
fn next_of(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, mixed ^ (mixed >> 31))
}

pub mod rngs {
    use super::{Cell, CryptoRng, FEW, RngCore, SeedableRng, intrinsics, next_of};

    struct LocalState {
        state: Cell<u64>,
    }
    unsafe impl Sync for LocalState {}
    #[thread_local]
    static LOCAL: LocalState = LocalState { state: Cell::new(0) };

    /// The generator without a seed: few possibilities are explored.
    #[derive(Clone, Debug, Default)]
    pub struct ThreadRng {
        local: (),
    }
    impl ThreadRng {
        pub(super) fn local() -> ThreadRng {
            ThreadRng { local: () }
        }
    }
    impl RngCore for ThreadRng {
        fn next_u64(&mut self) -> u64 {
            unsafe { intrinsics::note_draw() };
            let (state, number) = next_of(LOCAL.state.get());
            LOCAL.state.set(state);
            number
        }
        fn choose_below(&mut self, count: u64) -> u64 {
            if count <= FEW {
                unsafe { intrinsics::choose(count) }
            } else {
                self.next_u64() % count
            }
        }
    }
    impl CryptoRng for ThreadRng {}

    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct StdRng {
        std_state: u64,
    }
    impl RngCore for StdRng {
        fn next_u64(&mut self) -> u64 {
            let (state, number) = next_of(self.std_state);
            self.std_state = state;
            number
        }
    }
    impl SeedableRng for StdRng {
        fn seed_from_u64(seed: u64) -> StdRng {
            StdRng { std_state: seed }
        }
    }
    impl CryptoRng for StdRng {}

    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SmallRng {
        small_state: u64,
    }
    impl RngCore for SmallRng {
        fn next_u64(&mut self) -> u64 {
            let (state, number) = next_of(self.small_state);
            self.small_state = state;
            number
        }
    }
    impl SeedableRng for SmallRng {
        fn seed_from_u64(seed: u64) -> SmallRng {
            SmallRng { small_state: seed }
        }
    }

    #[derive(Clone, Copy, Debug, Default)]
    pub struct OsRng;
    impl RngCore for OsRng {
        fn next_u64(&mut self) -> u64 {
            ThreadRng::local().next_u64()
        }
        fn choose_below(&mut self, count: u64) -> u64 {
            ThreadRng::local().choose_below(count)
        }
    }
    impl CryptoRng for OsRng {}
    pub use OsRng as SysRng;
}

pub fn thread_rng() -> ThreadRng {
    ThreadRng::local()
}
pub fn rng() -> ThreadRng {
    ThreadRng::local()
}
pub fn make_rng<R: SeedableRng>() -> R {
    R::from_entropy()
}
pub fn random<T: Random>() -> T {
    T::random_from(&mut thread_rng())
}
pub fn random_range<T, R: SampleRange<T>>(range: R) -> T {
    range.sample_from(&mut thread_rng())
}
pub fn random_bool(p: f64) -> bool {
    biased(&mut thread_rng(), p)
}

pub mod distributions {
    use super::{Random, RngCore, SampleRange, biased};
    use crate::marker::PhantomData;
    use crate::ops::{Range, RangeInclusive};

    pub trait Distribution<T> {
        fn sample<R: RngCore + ?Sized>(&self, rng: &mut R) -> T;
        fn sample_iter<R: RngCore>(self, rng: R) -> DistIter<Self, R, T>
        where
            Self: Sized,
        {
            DistIter { distr: self, source: rng, sampled: PhantomData }
        }
    }

    /// Values without end.
    #[derive(Debug)]
    pub struct DistIter<D, R, T> {
        distr: D,
        source: R,
        sampled: PhantomData<T>,
    }
    pub use DistIter as Iter;
    impl<D: Distribution<T>, R: RngCore, T> Iterator for DistIter<D, R, T> {
        type Item = T;
        fn next(&mut self) -> Option<T> {
            Some(self.distr.sample(&mut self.source))
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            (usize::MAX, None)
        }
    }
    impl<T, D: Distribution<T> + ?Sized> Distribution<T> for &D {
        fn sample<R: RngCore + ?Sized>(&self, rng: &mut R) -> T {
            (**self).sample(rng)
        }
    }

    #[derive(Clone, Copy, Debug, Default)]
    pub struct Standard;
    impl<T: Random> Distribution<T> for Standard {
        fn sample<R: RngCore + ?Sized>(&self, rng: &mut R) -> T {
            T::random_from(rng)
        }
    }
    pub use Standard as StandardUniform;

    /// ASCII letters and digits.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Alphanumeric;
    impl Distribution<u8> for Alphanumeric {
        fn sample<R: RngCore + ?Sized>(&self, rng: &mut R) -> u8 {
            let all = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
            all[rng.choose_below(all.len() as u64) as usize]
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Bernoulli {
        probability: f64,
    }
    impl Bernoulli {
        pub fn new(p: f64) -> Result<Bernoulli, super::Error> {
            if p >= 0.0 && p <= 1.0 { Ok(Bernoulli { probability: p }) } else { Err(super::Error) }
        }
    }
    impl Distribution<bool> for Bernoulli {
        fn sample<R: RngCore + ?Sized>(&self, rng: &mut R) -> bool {
            biased(rng, self.probability)
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Uniform<T> {
        low: T,
        high: T,
        inclusive: bool,
    }
    impl<T: super::Uniform> Uniform<T> {
        pub fn new(low: T, high: T) -> Uniform<T> {
            Uniform { low, high, inclusive: false }
        }
        pub fn new_inclusive(low: T, high: T) -> Uniform<T> {
            Uniform { low, high, inclusive: true }
        }
    }
    impl<T: super::Uniform> From<Range<T>> for Uniform<T> {
        fn from(range: Range<T>) -> Uniform<T> {
            Uniform::new(range.start, range.end)
        }
    }
    impl<T: super::Uniform> From<RangeInclusive<T>> for Uniform<T> {
        fn from(range: RangeInclusive<T>) -> Uniform<T> {
            let (low, high) = range.into_inner();
            Uniform::new_inclusive(low, high)
        }
    }
    impl<T: super::Uniform> Distribution<T> for Uniform<T> {
        fn sample<R: RngCore + ?Sized>(&self, rng: &mut R) -> T {
            <T as super::Uniform>::between(self.low, self.high, self.inclusive, rng)
        }
    }

    /// What bounds of generic callers name.
    pub mod uniform {
        pub use super::Uniform;
        pub use super::super::{SampleRange, Uniform as SampleUniform};
    }
}
pub use distributions as distr;

pub mod seq {
    use super::RngCore;

    pub trait SliceRandom {
        type Item;
        fn choose<R: RngCore + ?Sized>(&self, rng: &mut R) -> Option<&Self::Item>;
        fn choose_mut<R: RngCore + ?Sized>(&mut self, rng: &mut R) -> Option<&mut Self::Item>;
        fn choose_multiple<R: RngCore + ?Sized>(&self, rng: &mut R, amount: usize) -> crate::vec::IntoIter<&Self::Item>;
        fn shuffle<R: RngCore + ?Sized>(&mut self, rng: &mut R);
    }
    pub use SliceRandom as IndexedRandom;
    pub use SliceRandom as IndexedMutRandom;

    impl<T> SliceRandom for [T] {
        type Item = T;
        fn choose<R: RngCore + ?Sized>(&self, rng: &mut R) -> Option<&T> {
            if self.is_empty() {
                return None;
            }
            self.get(rng.choose_below(self.len() as u64) as usize)
        }
        fn choose_mut<R: RngCore + ?Sized>(&mut self, rng: &mut R) -> Option<&mut T> {
            if self.is_empty() {
                return None;
            }
            let index = rng.choose_below(self.len() as u64) as usize;
            self.get_mut(index)
        }
        fn choose_multiple<R: RngCore + ?Sized>(&self, rng: &mut R, amount: usize) -> crate::vec::IntoIter<&T> {
            let mut left: crate::vec::Vec<&T> = self.iter().collect();
            let mut chosen = crate::vec::Vec::new();
            while chosen.len() < amount && !left.is_empty() {
                let index = rng.choose_below(left.len() as u64) as usize;
                chosen.push(left.swap_remove(index));
            }
            chosen.into_iter()
        }
        fn shuffle<R: RngCore + ?Sized>(&mut self, rng: &mut R) {
            let mut last = self.len();
            while last > 1 {
                let other = rng.choose_below(last as u64) as usize;
                last -= 1;
                self.swap(last, other);
            }
        }
    }

    pub trait IteratorRandom: Iterator + Sized {
        fn choose<R: RngCore + ?Sized>(mut self, rng: &mut R) -> Option<Self::Item> {
            let mut items: crate::vec::Vec<Self::Item> = self.collect();
            if items.is_empty() {
                return None;
            }
            let index = rng.choose_below(items.len() as u64) as usize;
            Some(items.swap_remove(index))
        }
    }
    impl<I: Iterator> IteratorRandom for I {}
}
