//! `std::ops`: operators, ranges, `Try`, `ControlFlow`, `Bound`.
//!
//! Left out: `Coroutine`, `OneSidedRange`, `Range::step`-like unstable methods.

use crate::cmp::PartialOrd;
use crate::convert::Infallible;
use crate::fmt;
use crate::hash::Hash;

#[lang = "drop"]
pub trait Drop {
    fn drop(&mut self);
}

#[lang = "deref"]
pub trait Deref {
    #[lang = "deref_target"]
    type Target: ?Sized;
    fn deref(&self) -> &Self::Target;
}

#[lang = "deref_mut"]
pub trait DerefMut: Deref {
    fn deref_mut(&mut self) -> &mut Self::Target;
}

impl<T: ?Sized> Deref for &T {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        *self
    }
}
impl<T: ?Sized> Deref for &mut T {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        *self
    }
}
impl<T: ?Sized> DerefMut for &mut T {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        *self
    }
}

#[lang = "index"]
pub trait Index<Idx: ?Sized> {
    type Output: ?Sized;
    #[track_caller]
    fn index(&self, index: Idx) -> &Self::Output;
}

#[lang = "index_mut"]
pub trait IndexMut<Idx: ?Sized>: Index<Idx> {
    #[track_caller]
    fn index_mut(&mut self, index: Idx) -> &mut Self::Output;
}

#[lang = "fn_once"]
pub trait FnOnce<Args> {
    #[lang = "fn_once_output"]
    type Output;
    fn call_once(self, args: Args) -> Self::Output;
}

#[lang = "fn_mut"]
pub trait FnMut<Args>: FnOnce<Args> {
    fn call_mut(&mut self, args: Args) -> Self::Output;
}

#[lang = "fn"]
pub trait Fn<Args>: FnMut<Args> {
    fn call(&self, args: Args) -> Self::Output;
}

/// Closures that give back futures; the front end reads `AsyncFn(A) -> B` as `Fn(A)` whose output is a
/// `Future<Output = B>`.
pub use {Fn as AsyncFn, FnMut as AsyncFnMut, FnOnce as AsyncFnOnce};
impl<Args, F: ?Sized + Fn<Args>> Fn<Args> for &F {
    #[inline]
    fn call(&self, args: Args) -> F::Output {
        (**self).call(args)
    }
}
impl<Args, F: ?Sized + Fn<Args>> FnMut<Args> for &F {
    #[inline]
    fn call_mut(&mut self, args: Args) -> F::Output {
        (**self).call(args)
    }
}
impl<Args, F: ?Sized + Fn<Args>> FnOnce<Args> for &F {
    type Output = F::Output;
    #[inline]
    fn call_once(self, args: Args) -> F::Output {
        (*self).call(args)
    }
}
impl<Args, F: ?Sized + FnMut<Args>> FnMut<Args> for &mut F {
    #[inline]
    fn call_mut(&mut self, args: Args) -> F::Output {
        (*self).call_mut(args)
    }
}
impl<Args, F: ?Sized + FnMut<Args>> FnOnce<Args> for &mut F {
    type Output = F::Output;
    #[inline]
    fn call_once(self, args: Args) -> F::Output {
        (*self).call_mut(args)
    }
}

#[lang = "coerce_unsized"]
pub trait CoerceUnsized<T: ?Sized> {}
#[lang = "dispatch_from_dyn"]
pub trait DispatchFromDyn<T> {}

macro_rules! binary_operator {
    ($lang:literal $assign_lang:literal $Trait:ident $method:ident $AssignTrait:ident $assign:ident
        $op:tt $assign_op:tt : $($t:ty)*) => {
        #[lang = $lang]
        pub trait $Trait<Rhs = Self> {
            type Output;
            fn $method(self, rhs: Rhs) -> Self::Output;
        }
        #[lang = $assign_lang]
        pub trait $AssignTrait<Rhs = Self> {
            fn $assign(&mut self, rhs: Rhs);
        }
        $(
            operator_row! { $Trait $method $AssignTrait $assign $op $assign_op $t }
        )*
    };
}

/// The impls for one type: expanded when that type is asked for.
macro_rules! operator_row {
    ($Trait:ident $method:ident $AssignTrait:ident $assign:ident $op:tt $assign_op:tt $t:ty) => {
        impl $Trait for $t {
            type Output = $t;
            #[inline]
            #[track_caller]
            fn $method(self, rhs: $t) -> $t {
                self $op rhs
            }
        }
        reference_operator! { $Trait $method $op $t, $t }
        impl $AssignTrait for $t {
            #[inline]
            #[track_caller]
            fn $assign(&mut self, rhs: $t) {
                *self $assign_op rhs
            }
        }
        impl $AssignTrait<&$t> for $t {
            #[inline]
            #[track_caller]
            fn $assign(&mut self, rhs: &$t) {
                *self $assign_op *rhs
            }
        }
    };
}

macro_rules! reference_operator {
    ($Trait:ident $method:ident $op:tt $t:ty, $u:ty) => {
        impl<'a> $Trait<$u> for &'a $t {
            type Output = $t;
            #[inline]
            #[track_caller]
            fn $method(self, rhs: $u) -> $t {
                *self $op rhs
            }
        }
        impl<'a> $Trait<&'a $u> for $t {
            type Output = $t;
            #[inline]
            #[track_caller]
            fn $method(self, rhs: &'a $u) -> $t {
                self $op *rhs
            }
        }
        impl<'a, 'b> $Trait<&'a $u> for &'b $t {
            type Output = $t;
            #[inline]
            #[track_caller]
            fn $method(self, rhs: &'a $u) -> $t {
                *self $op *rhs
            }
        }
    };
}

binary_operator! { "add" "add_assign" Add add AddAssign add_assign + += :
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }
binary_operator! { "sub" "sub_assign" Sub sub SubAssign sub_assign - -= :
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }
binary_operator! { "mul" "mul_assign" Mul mul MulAssign mul_assign * *= :
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }
binary_operator! { "div" "div_assign" Div div DivAssign div_assign / /= :
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }
binary_operator! { "rem" "rem_assign" Rem rem RemAssign rem_assign % %= :
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }
binary_operator! { "bitand" "bitand_assign" BitAnd bitand BitAndAssign bitand_assign & &= :
    bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
binary_operator! { "bitor" "bitor_assign" BitOr bitor BitOrAssign bitor_assign | |= :
    bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
binary_operator! { "bitxor" "bitxor_assign" BitXor bitxor BitXorAssign bitxor_assign ^ ^= :
    bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! shift_operator {
    ($lang:literal $assign_lang:literal $Trait:ident $method:ident $AssignTrait:ident $assign:ident
        $op:tt $assign_op:tt) => {
        #[lang = $lang]
        pub trait $Trait<Rhs = Self> {
            type Output;
            fn $method(self, rhs: Rhs) -> Self::Output;
        }
        #[lang = $assign_lang]
        pub trait $AssignTrait<Rhs = Self> {
            fn $assign(&mut self, rhs: Rhs);
        }
        shift_rows! { $Trait $method $AssignTrait $assign $op $assign_op :
            i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
    };
}
macro_rules! shift_rows {
    ($Trait:ident $method:ident $AssignTrait:ident $assign:ident $op:tt $assign_op:tt : $($t:ty)*) => {
        $(
            shift_row! { $Trait $method $AssignTrait $assign $op $assign_op $t :
                i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
            impl<R> $Trait<R> for &$t where $t: $Trait<R> {
                type Output = <$t as $Trait<R>>::Output;
                #[inline]
                #[track_caller]
                fn $method(self, rhs: R) -> <$t as $Trait<R>>::Output {
                    <$t as $Trait<R>>::$method(*self, rhs)
                }
            }
            impl<R: Copy> $Trait<&R> for $t where $t: $Trait<R> {
                type Output = <$t as $Trait<R>>::Output;
                #[inline]
                #[track_caller]
                fn $method(self, rhs: &R) -> <$t as $Trait<R>>::Output {
                    <$t as $Trait<R>>::$method(self, *rhs)
                }
            }
            impl<R: Copy> $AssignTrait<&R> for $t where $t: $AssignTrait<R> {
                #[inline]
                #[track_caller]
                fn $assign(&mut self, rhs: &R) {
                    <$t as $AssignTrait<R>>::$assign(self, *rhs)
                }
            }
        )*
    };
}
macro_rules! shift_row {
    ($Trait:ident $method:ident $AssignTrait:ident $assign:ident $op:tt $assign_op:tt $t:ty : $($u:ty)*) => {
        $(
            impl $Trait<$u> for $t {
                type Output = $t;
                #[inline]
                #[track_caller]
                fn $method(self, rhs: $u) -> $t {
                    self $op rhs
                }
            }
            impl $AssignTrait<$u> for $t {
                #[inline]
                #[track_caller]
                fn $assign(&mut self, rhs: $u) {
                    *self $assign_op rhs
                }
            }
        )*
    };
}
shift_operator! { "shl" "shl_assign" Shl shl ShlAssign shl_assign << <<= }
shift_operator! { "shr" "shr_assign" Shr shr ShrAssign shr_assign >> >>= }

#[lang = "neg"]
pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}
#[lang = "not"]
pub trait Not {
    type Output;
    fn not(self) -> Self::Output;
}

macro_rules! unary_operator {
    ($Trait:ident $method:ident $op:tt : $($t:ty)*) => {
        $(
            impl $Trait for $t {
                type Output = $t;
                #[inline]
                #[track_caller]
                fn $method(self) -> $t {
                    $op self
                }
            }
            impl<'a> $Trait for &'a $t {
                type Output = $t;
                #[inline]
                #[track_caller]
                fn $method(self) -> $t {
                    $op *self
                }
            }
        )*
    };
}
unary_operator! { Neg neg - : i8 i16 i32 i64 i128 isize f32 f64 }
unary_operator! { Not not ! : bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

#[lang = "range_full"]
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct RangeFull;

impl fmt::Debug for RangeFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

#[lang = "range"]
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Range<Idx> {
    pub start: Idx,
    pub end: Idx,
}

impl<Idx: fmt::Debug> fmt::Debug for Range<Idx> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)?;
        f.write_str("..")?;
        self.end.fmt(f)
    }
}

impl<Idx: PartialOrd<Idx>> Range<Idx> {
    #[inline]
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        self.start <= *item && *item < self.end
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        !(self.start < self.end)
    }
}

#[lang = "range_from"]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RangeFrom<Idx> {
    pub start: Idx,
}

impl<Idx: fmt::Debug> fmt::Debug for RangeFrom<Idx> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)?;
        f.write_str("..")
    }
}

impl<Idx: PartialOrd<Idx>> RangeFrom<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        self.start <= *item
    }
}

#[lang = "range_to"]
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct RangeTo<Idx> {
    pub end: Idx,
}

impl<Idx: fmt::Debug> fmt::Debug for RangeTo<Idx> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")?;
        self.end.fmt(f)
    }
}

impl<Idx: PartialOrd<Idx>> RangeTo<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        *item < self.end
    }
}

#[lang = "range_inclusive"]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RangeInclusive<Idx> {
    pub(crate) start: Idx,
    pub(crate) end: Idx,
    pub(crate) exhausted: bool,
}

impl<Idx> RangeInclusive<Idx> {
    #[inline]
    #[rustc_promotable]
    pub const fn new(start: Idx, end: Idx) -> Self {
        RangeInclusive { start, end, exhausted: false }
    }
    #[inline]
    pub const fn start(&self) -> &Idx {
        &self.start
    }
    #[inline]
    pub const fn end(&self) -> &Idx {
        &self.end
    }
    pub fn into_inner(self) -> (Idx, Idx) {
        (self.start, self.end)
    }
}

impl<Idx: fmt::Debug> fmt::Debug for RangeInclusive<Idx> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)?;
        f.write_str("..=")?;
        self.end.fmt(f)?;
        if self.exhausted {
            f.write_str(" (exhausted)")?;
        }
        Ok(())
    }
}

impl<Idx: PartialOrd<Idx>> RangeInclusive<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        self.start <= *item && (if self.exhausted { *item < self.end } else { *item <= self.end })
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.exhausted || !(self.start <= self.end)
    }
}

#[lang = "range_to_inclusive"]
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct RangeToInclusive<Idx> {
    pub end: Idx,
}

impl<Idx: fmt::Debug> fmt::Debug for RangeToInclusive<Idx> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..=")?;
        self.end.fmt(f)
    }
}

impl<Idx: PartialOrd<Idx>> RangeToInclusive<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: ?Sized + PartialOrd<Idx>,
    {
        *item <= self.end
    }
}

#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
pub enum Bound<T> {
    Included(T),
    Excluded(T),
    Unbounded,
}

use Bound::{Excluded, Included, Unbounded};

impl<T> Bound<T> {
    pub fn as_ref(&self) -> Bound<&T> {
        match self {
            Included(x) => Included(x),
            Excluded(x) => Excluded(x),
            Unbounded => Unbounded,
        }
    }
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Bound<U> {
        match self {
            Included(x) => Included(f(x)),
            Excluded(x) => Excluded(f(x)),
            Unbounded => Unbounded,
        }
    }
}
impl<T: Clone> Bound<&T> {
    pub fn cloned(self) -> Bound<T> {
        match self {
            Included(x) => Included(x.clone()),
            Excluded(x) => Excluded(x.clone()),
            Unbounded => Unbounded,
        }
    }
}

pub trait RangeBounds<T: ?Sized> {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;
    fn contains<U>(&self, item: &U) -> bool
    where
        T: PartialOrd<U>,
        U: ?Sized + PartialOrd<T>,
    {
        let after_start = match self.start_bound() {
            Included(start) => *start <= *item,
            Excluded(start) => *start < *item,
            Unbounded => true,
        };
        let before_end = match self.end_bound() {
            Included(end) => *item <= *end,
            Excluded(end) => *item < *end,
            Unbounded => true,
        };
        after_start && before_end
    }
}

impl<T: ?Sized> RangeBounds<T> for RangeFull {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Unbounded
    }
}
impl<T> RangeBounds<T> for RangeFrom<T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Unbounded
    }
}
impl<T> RangeBounds<T> for RangeTo<T> {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Excluded(&self.end)
    }
}
impl<T> RangeBounds<T> for Range<T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Excluded(&self.end)
    }
}
impl<T> RangeBounds<T> for RangeInclusive<T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        if self.exhausted { Excluded(&self.end) } else { Included(&self.end) }
    }
}
impl<T> RangeBounds<T> for RangeToInclusive<T> {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Included(&self.end)
    }
}
impl<T> RangeBounds<T> for Range<&T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Excluded(self.end)
    }
}
impl<T> RangeBounds<T> for RangeFrom<&T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Unbounded
    }
}
impl<T> RangeBounds<T> for RangeTo<&T> {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Excluded(self.end)
    }
}
impl<T> RangeBounds<T> for RangeInclusive<&T> {
    fn start_bound(&self) -> Bound<&T> {
        Included(self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Included(self.end)
    }
}
impl<T> RangeBounds<T> for RangeToInclusive<&T> {
    fn start_bound(&self) -> Bound<&T> {
        Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Included(self.end)
    }
}
impl<T> RangeBounds<T> for (Bound<T>, Bound<T>) {
    fn start_bound(&self) -> Bound<&T> {
        self.0.as_ref()
    }
    fn end_bound(&self) -> Bound<&T> {
        self.1.as_ref()
    }
}
impl<'a, T: ?Sized + 'a> RangeBounds<T> for (Bound<&'a T>, Bound<&'a T>) {
    fn start_bound(&self) -> Bound<&T> {
        self.0
    }
    fn end_bound(&self) -> Bound<&T> {
        self.1
    }
}

/// Half-open bounds of `range` in a sequence of `len` elements; panics as slicing does.
#[track_caller]
pub(crate) fn range_within<R: RangeBounds<usize>>(range: R, len: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Included(start) => *start,
        Excluded(start) => *start + 1,
        Unbounded => 0,
    };
    let end = match range.end_bound() {
        Included(end) if *end >= len && start <= len => {
            panic!("range end index {} out of range for slice of length {}", *end, len)
        }
        Included(end) => end.wrapping_add(1),
        Excluded(end) => *end,
        Unbounded => len,
    };
    if end > len {
        panic!("range end index {} out of range for slice of length {}", end, len);
    }
    crate::slice::check_range(start, end, len);
    Range { start, end }
}

/// The same, `None` instead of a panic.
pub(crate) fn try_range_within<R: RangeBounds<usize>>(range: R, len: usize) -> Option<Range<usize>> {
    let start = match range.start_bound() {
        Included(start) => *start,
        Excluded(start) => start.checked_add(1)?,
        Unbounded => 0,
    };
    let end = match range.end_bound() {
        Included(end) => end.checked_add(1)?,
        Excluded(end) => *end,
        Unbounded => len,
    };
    if start <= end && end <= len { Some(Range { start, end }) } else { None }
}

#[lang = "try"]
pub trait Try: FromResidual {
    type Output;
    type Residual;
    fn from_output(output: Self::Output) -> Self;
    fn branch(self) -> ControlFlow<Self::Residual, Self::Output>;
}

#[lang = "from_residual"]
pub trait FromResidual<R = <Self as Try>::Residual> {
    fn from_residual(residual: R) -> Self;
}

/// The type with the same residual and another output: what `try_collect` and friends build.
pub trait Residual<O> {
    type TryType: Try<Output = O, Residual = Self>;
}

#[lang = "control_flow"]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ControlFlow<B, C = ()> {
    Continue(C),
    Break(B),
}

impl<B, C> Try for ControlFlow<B, C> {
    type Output = C;
    type Residual = ControlFlow<B, Infallible>;
    #[inline]
    fn from_output(output: C) -> Self {
        ControlFlow::Continue(output)
    }
    #[inline]
    fn branch(self) -> ControlFlow<ControlFlow<B, Infallible>, C> {
        match self {
            ControlFlow::Continue(c) => ControlFlow::Continue(c),
            ControlFlow::Break(b) => ControlFlow::Break(ControlFlow::Break(b)),
        }
    }
}
impl<B, C> FromResidual<ControlFlow<B, Infallible>> for ControlFlow<B, C> {
    #[inline]
    fn from_residual(residual: ControlFlow<B, Infallible>) -> Self {
        match residual {
            ControlFlow::Break(b) => ControlFlow::Break(b),
            ControlFlow::Continue(c) => match c {},
        }
    }
}
impl<B, C> Residual<C> for ControlFlow<B, Infallible> {
    type TryType = ControlFlow<B, C>;
}

impl<B, C> ControlFlow<B, C> {
    pub fn is_break(&self) -> bool {
        matches!(*self, ControlFlow::Break(_))
    }
    pub fn is_continue(&self) -> bool {
        matches!(*self, ControlFlow::Continue(_))
    }
    pub fn break_value(self) -> Option<B> {
        match self {
            ControlFlow::Continue(_) => None,
            ControlFlow::Break(b) => Some(b),
        }
    }
    pub fn continue_value(self) -> Option<C> {
        match self {
            ControlFlow::Continue(c) => Some(c),
            ControlFlow::Break(_) => None,
        }
    }
    pub fn map_break<T, F: FnOnce(B) -> T>(self, f: F) -> ControlFlow<T, C> {
        match self {
            ControlFlow::Continue(c) => ControlFlow::Continue(c),
            ControlFlow::Break(b) => ControlFlow::Break(f(b)),
        }
    }
    pub fn map_continue<T, F: FnOnce(C) -> T>(self, f: F) -> ControlFlow<B, T> {
        match self {
            ControlFlow::Continue(c) => ControlFlow::Continue(f(c)),
            ControlFlow::Break(b) => ControlFlow::Break(b),
        }
    }
}
