//! `std::sync::atomic`.
//!
//! Left out: `from_mut_slice`, which is unstable. Orderings are passed on as they are;
//! invalid ones panic as in std.

use crate::cell::UnsafeCell;
use crate::fmt;
use crate::intrinsics;

#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Ordering {
    Relaxed = 0,
    Release = 1,
    Acquire = 2,
    AcqRel = 3,
    SeqCst = 4,
}
use Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};

#[lang = "atomic_cell"]
#[repr(transparent)]
pub(crate) struct AtomicCell<T> {
    value: UnsafeCell<T>,
}
unsafe impl<T> Sync for AtomicCell<T> {}
unsafe impl<T> Send for AtomicCell<T> {}

/// The ordering of the load in a read-modify-write that only reads.
#[inline]
fn failure_ordering(order: Ordering) -> Ordering {
    match order {
        Release => Relaxed,
        AcqRel => Acquire,
        other => other,
    }
}
#[inline]
#[track_caller]
fn check_load(order: Ordering) {
    match order {
        Release => panic!("there is no such thing as a release load"),
        AcqRel => panic!("there is no such thing as an acquire-release load"),
        Relaxed | Acquire | SeqCst => {}
    }
}
#[inline]
#[track_caller]
fn check_store(order: Ordering) {
    match order {
        Acquire => panic!("there is no such thing as an acquire store"),
        AcqRel => panic!("there is no such thing as an acquire-release store"),
        Relaxed | Release | SeqCst => {}
    }
}
#[inline]
#[track_caller]
fn check_failure(order: Ordering) {
    match order {
        Release => panic!("there is no such thing as a release failure ordering"),
        AcqRel => panic!("there is no such thing as an acquire-release failure ordering"),
        Relaxed | Acquire | SeqCst => {}
    }
}

/// Loads, stores and exchanges, which all atomics have.
macro_rules! atomic_basics {
    ($Atomic:ident [$($generics:tt)*] $t:ty) => {
        unsafe impl<$($generics)*> Sync for $Atomic<$($generics)*> {}
        unsafe impl<$($generics)*> Send for $Atomic<$($generics)*> {}
        impl<$($generics)*> $Atomic<$($generics)*> {
            #[inline]
            pub const fn new(v: $t) -> Self {
                $Atomic { atomic: AtomicCell { value: UnsafeCell::new(v) } }
            }
            #[inline]
            pub const fn as_ptr(&self) -> *mut $t {
                self.atomic.value.get()
            }
            pub const unsafe fn from_ptr<'a>(ptr: *mut $t) -> &'a Self {
                unsafe { &*(ptr as *const Self) }
            }
            #[inline]
            pub fn get_mut(&mut self) -> &mut $t {
                self.atomic.value.get_mut()
            }
            pub fn from_mut(v: &mut $t) -> &mut Self {
                unsafe { &mut *(v as *mut $t as *mut Self) }
            }
            #[inline]
            pub fn into_inner(self) -> $t {
                self.atomic.value.into_inner()
            }
            #[inline]
            #[track_caller]
            pub fn load(&self, order: Ordering) -> $t {
                check_load(order);
                unsafe { intrinsics::atomic_load(self.atomic.value.get(), order as u8) }
            }
            #[inline]
            #[track_caller]
            pub fn store(&self, val: $t, order: Ordering) {
                check_store(order);
                unsafe { intrinsics::atomic_store(self.atomic.value.get(), val, order as u8) }
            }
            #[inline]
            pub fn swap(&self, val: $t, order: Ordering) -> $t {
                unsafe { intrinsics::atomic_rmw_swap(self.atomic.value.get(), val, order as u8) }
            }
            #[inline]
            #[track_caller]
            pub fn compare_exchange(
                &self,
                current: $t,
                new: $t,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$t, $t> {
                check_failure(failure);
                let cell = self.atomic.value.get();
                let (old, done) =
                    unsafe { intrinsics::atomic_cas(cell, current, new, success as u8, failure as u8) };
                if done { Ok(old) } else { Err(old) }
            }
            #[inline]
            #[track_caller]
            pub fn compare_exchange_weak(
                &self,
                current: $t,
                new: $t,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$t, $t> {
                check_failure(failure);
                let cell = self.atomic.value.get();
                let (old, done) =
                    unsafe { intrinsics::atomic_cas_weak(cell, current, new, success as u8, failure as u8) };
                if done { Ok(old) } else { Err(old) }
            }
            pub fn compare_and_swap(&self, current: $t, new: $t, order: Ordering) -> $t {
                match self.compare_exchange(current, new, order, failure_ordering(order)) {
                    Ok(old) => old,
                    Err(old) => old,
                }
            }
            #[track_caller]
            pub fn fetch_update<F>(&self, set_order: Ordering, fetch_order: Ordering, f: F) -> Result<$t, $t>
            where
                F: FnMut($t) -> Option<$t>,
            {
                let mut f = f;
                let mut prev = self.load(fetch_order);
                while let Some(next) = f(prev) {
                    match self.compare_exchange_weak(prev, next, set_order, fetch_order) {
                        Ok(old) => return Ok(old),
                        Err(current) => prev = current,
                    }
                }
                Err(prev)
            }
            #[track_caller]
            pub fn try_update(
                &self,
                set_order: Ordering,
                fetch_order: Ordering,
                f: impl FnMut($t) -> Option<$t>,
            ) -> Result<$t, $t> {
                self.fetch_update(set_order, fetch_order, f)
            }
            #[track_caller]
            pub fn update(&self, set_order: Ordering, fetch_order: Ordering, f: impl FnMut($t) -> $t) -> $t {
                let mut f = f;
                let mut prev = self.load(fetch_order);
                loop {
                    match self.compare_exchange_weak(prev, f(prev), set_order, fetch_order) {
                        Ok(old) => return old,
                        Err(current) => prev = current,
                    }
                }
            }
        }
        impl<$($generics)*> From<$t> for $Atomic<$($generics)*> {
            fn from(v: $t) -> Self {
                Self::new(v)
            }
        }
        impl<$($generics)*> fmt::Debug for $Atomic<$($generics)*> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.load(Relaxed), f)
            }
        }
    };
}

macro_rules! fetch_operations {
    ($t:ty : $($name:ident $intrinsic:ident)*) => {
        $(
            #[inline]
            pub fn $name(&self, val: $t, order: Ordering) -> $t {
                unsafe { intrinsics::$intrinsic(self.atomic.value.get(), val, order as u8) }
            }
        )*
    };
}

macro_rules! atomic_int {
    ($($Atomic:ident $t:ident;)*) => {
        $(
            #[repr(transparent)]
            pub struct $Atomic {
                atomic: AtomicCell<$t>,
            }
            atomic_basics! { $Atomic [] $t }
            impl $Atomic {
                fetch_operations! { $t :
                    fetch_add atomic_rmw_add
                    fetch_sub atomic_rmw_sub
                    fetch_and atomic_rmw_and
                    fetch_nand atomic_rmw_nand
                    fetch_or atomic_rmw_or
                    fetch_xor atomic_rmw_xor
                    fetch_max atomic_rmw_max
                    fetch_min atomic_rmw_min
                }
            }
            impl Default for $Atomic {
                fn default() -> Self {
                    Self::new(0)
                }
            }
        )*
    };
}
atomic_int! {
    AtomicI8 i8;
    AtomicU8 u8;
    AtomicI16 i16;
    AtomicU16 u16;
    AtomicI32 i32;
    AtomicU32 u32;
    AtomicI64 i64;
    AtomicU64 u64;
    AtomicIsize isize;
    AtomicUsize usize;
    AtomicI128 i128;
    AtomicU128 u128;
}

#[repr(transparent)]
pub struct AtomicBool {
    atomic: AtomicCell<bool>,
}
atomic_basics! { AtomicBool [] bool }
impl AtomicBool {
    fetch_operations! { bool :
        fetch_and atomic_rmw_and
        fetch_nand atomic_rmw_nand
        fetch_or atomic_rmw_or
        fetch_xor atomic_rmw_xor
    }
    #[inline]
    pub fn fetch_not(&self, order: Ordering) -> bool {
        self.fetch_xor(true, order)
    }
}
impl Default for AtomicBool {
    fn default() -> Self {
        Self::new(false)
    }
}

#[repr(transparent)]
pub struct AtomicPtr<T> {
    atomic: AtomicCell<*mut T>,
}
atomic_basics! { AtomicPtr [T] *mut T }
impl<T> Default for AtomicPtr<T> {
    fn default() -> Self {
        Self::new(crate::ptr::null_mut())
    }
}
impl<T> fmt::Pointer for AtomicPtr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Pointer::fmt(&self.load(Relaxed), f)
    }
}

#[inline]
#[track_caller]
pub fn fence(order: Ordering) {
    if let Relaxed = order {
        panic!("there is no such thing as a relaxed fence");
    }
    unsafe { intrinsics::fence(order as u8) }
}
#[inline]
pub fn compiler_fence(order: Ordering) {
    if let Relaxed = order {
        panic!("there is no such thing as a relaxed fence");
    }
}
#[inline]
pub fn spin_loop_hint() {
    unsafe { intrinsics::spin_loop() }
}

/// A pointer as its address, which one operation changes.
fn address<T>(atomic: &AtomicPtr<T>) -> &AtomicUsize {
    unsafe { &*(atomic as *const AtomicPtr<T>).cast::<AtomicUsize>() }
}
impl<T> AtomicPtr<T> {
    pub fn fetch_ptr_add(&self, val: usize, order: Ordering) -> *mut T {
        self.fetch_byte_add(val.wrapping_mul(crate::mem::size_of::<T>()), order)
    }
    pub fn fetch_ptr_sub(&self, val: usize, order: Ordering) -> *mut T {
        self.fetch_byte_sub(val.wrapping_mul(crate::mem::size_of::<T>()), order)
    }
    pub fn fetch_byte_add(&self, val: usize, order: Ordering) -> *mut T {
        address(self).fetch_add(val, order) as *mut T
    }
    pub fn fetch_byte_sub(&self, val: usize, order: Ordering) -> *mut T {
        address(self).fetch_sub(val, order) as *mut T
    }
    pub fn fetch_or(&self, val: usize, order: Ordering) -> *mut T {
        address(self).fetch_or(val, order) as *mut T
    }
    pub fn fetch_and(&self, val: usize, order: Ordering) -> *mut T {
        address(self).fetch_and(val, order) as *mut T
    }
    pub fn fetch_xor(&self, val: usize, order: Ordering) -> *mut T {
        address(self).fetch_xor(val, order) as *mut T
    }
}

pub const ATOMIC_BOOL_INIT: AtomicBool = AtomicBool::new(false);
pub const ATOMIC_ISIZE_INIT: AtomicIsize = AtomicIsize::new(0);
pub const ATOMIC_USIZE_INIT: AtomicUsize = AtomicUsize::new(0);
