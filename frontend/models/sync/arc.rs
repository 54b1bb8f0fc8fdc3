//! `std::sync::{Arc, Weak}`.
//!
//! Left out: `UniqueArc`. Adding and taking `Weak`s is no visible operation, and `weak_count` sees the value
//! of the moment. `Arc<[T]>` and `Arc<str>` are allocated in sizes of powers of four, so that their cells keep
//! their kinds.

use crate::alloc::{allocate_room, free_value};
use crate::any::Any;
use crate::borrow::{Borrow, Cow, ToOwned};
use crate::boxed::Box;
use crate::cmp::Ordering;
use crate::counted::{CloneCounted, impls_of_counted};
use crate::error::Error;
use crate::ffi::{CStr, CString, OsStr, OsString};
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::marker::Unsize;
use crate::mem::{ManuallyDrop, MaybeUninit};
use crate::ops::{CoerceUnsized, Deref, DispatchFromDyn};
use crate::path::{Path, PathBuf};
use crate::pin::Pin;
use crate::string::String;
use crate::vec::Vec;

#[lang = "raw_refcount"]
pub(crate) struct RawRefCount {
    pub(crate) count: u64,
}

/// `weak` counts the `Weak`s, and one for all `Arc`s together.
struct ArcInner<T: ?Sized> {
    strong: RawRefCount,
    weak: RawRefCount,
    value: T,
}

#[lang = "arc"]
pub struct Arc<T: ?Sized> {
    arc_pointer: *mut ArcInner<T>,
}
unsafe impl<T: ?Sized + Sync + Send> Send for Arc<T> {}
unsafe impl<T: ?Sized + Sync + Send> Sync for Arc<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<Arc<U>> for Arc<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<Arc<U>> for Arc<T> {}

#[lang = "arc_weak"]
pub struct Weak<T: ?Sized> {
    /// Null for `Weak::new()`.
    weak_pointer: *mut ArcInner<T>,
}
unsafe impl<T: ?Sized + Sync + Send> Send for Weak<T> {}
unsafe impl<T: ?Sized + Sync + Send> Sync for Weak<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<Weak<U>> for Weak<T> {}

#[inline]
unsafe fn add_weak<T: ?Sized>(pointer: *mut ArcInner<T>) {
    unsafe { intrinsics::ref_increment(&raw const (*pointer).weak) }
}

/// How many `Weak`s there are, while there are `Arc`s.
unsafe fn weaks<T: ?Sized>(pointer: *mut ArcInner<T>) -> usize {
    unsafe { intrinsics::ref_count(&raw const (*pointer).weak) as usize - 1 }
}

/// One `Weak` less, or all `Arc`s gone: frees the memory if nothing is left.
unsafe fn release_weak<T: ?Sized>(pointer: *mut ArcInner<T>) {
    unsafe {
        if intrinsics::ref_decrement(&raw const (*pointer).weak) {
            free_value(pointer);
            intrinsics::settle_clock();
        }
    }
}

/// The inner of a pointer that `into_raw` gave: two cells before the value.
unsafe fn inner_of_value<T: ?Sized>(mut value: *const T) -> *mut ArcInner<T> {
    unsafe {
        let inner = intrinsics::offset(intrinsics::own_cell(value as *const usize), -2);
        // The address only: what a wide pointer knows besides stays.
        intrinsics::write(&raw mut value as *mut *const usize, inner);
        intrinsics::meant_as(value as *const ArcInner<T>) as *mut ArcInner<T>
    }
}

impl<T> Arc<T> {
    #[inline]
    pub fn new(data: T) -> Arc<T> {
        unsafe {
            let pointer: *mut ArcInner<T> = crate::vec::allocate(1);
            let inner = ArcInner { strong: RawRefCount { count: 1 }, weak: RawRefCount { count: 1 }, value: data };
            intrinsics::write(pointer, inner);
            Arc { arc_pointer: pointer }
        }
    }
    pub fn new_cyclic<F: FnOnce(&Weak<T>) -> T>(data_fn: F) -> Arc<T> {
        unsafe {
            let pointer: *mut ArcInner<T> = crate::vec::allocate(1);
            intrinsics::write(&raw mut (*pointer).strong, RawRefCount { count: 0 });
            intrinsics::write(&raw mut (*pointer).weak, RawRefCount { count: 1 });
            let weak = Weak { weak_pointer: pointer };
            let value = data_fn(&weak);
            intrinsics::write(&raw mut (*pointer).value, value);
            intrinsics::ref_increment(&raw const (*pointer).strong);
            crate::mem::forget(weak);
            Arc { arc_pointer: pointer }
        }
    }
    pub fn pin(data: T) -> Pin<Arc<T>> {
        unsafe { Pin::new_unchecked(Arc::new(data)) }
    }
    pub fn try_unwrap(this: Arc<T>) -> Result<T, Arc<T>> {
        unsafe {
            if !intrinsics::ref_decrement_if_unique(&raw const (*this.arc_pointer).strong) {
                return Err(this);
            }
            let this = ManuallyDrop::new(this);
            let value = intrinsics::read(&raw const (*this.arc_pointer).value);
            release_weak(this.arc_pointer);
            Ok(value)
        }
    }
    pub fn into_inner(this: Arc<T>) -> Option<T> {
        let this = ManuallyDrop::new(this);
        unsafe {
            if !intrinsics::ref_decrement(&raw const (*this.arc_pointer).strong) {
                return None;
            }
            let value = intrinsics::read(&raw const (*this.arc_pointer).value);
            release_weak(this.arc_pointer);
            intrinsics::settle_clock();
            Some(value)
        }
    }
    pub fn unwrap_or_clone(this: Arc<T>) -> T
    where
        T: Clone,
    {
        match Arc::try_unwrap(this) {
            Ok(value) => value,
            Err(arc) => (*arc).clone(),
        }
    }
}
impl<T: ?Sized> Arc<T> {
    pub unsafe fn from_raw(ptr: *const T) -> Arc<T> {
        unsafe {
            intrinsics::check_step(ptr as *const usize, -2);
            Arc { arc_pointer: inner_of_value(ptr) }
        }
    }
    pub unsafe fn increment_strong_count(ptr: *const T) {
        unsafe { intrinsics::ref_increment(&raw const (*inner_of_value(ptr)).strong) }
    }
    pub unsafe fn decrement_strong_count(ptr: *const T) {
        drop(unsafe { Arc::from_raw(ptr) })
    }
    pub fn into_raw(this: Arc<T>) -> *const T {
        let this = ManuallyDrop::new(this);
        Arc::as_ptr(&*this)
    }
    #[inline]
    pub fn as_ptr(this: &Arc<T>) -> *const T {
        unsafe { &raw const (*this.arc_pointer).value }
    }
    pub fn downgrade(this: &Arc<T>) -> Weak<T> {
        unsafe { add_weak(this.arc_pointer) };
        Weak { weak_pointer: this.arc_pointer }
    }
    pub fn weak_count(this: &Arc<T>) -> usize {
        unsafe { weaks(this.arc_pointer) }
    }
    pub fn strong_count(this: &Arc<T>) -> usize {
        unsafe { intrinsics::ref_count(&raw const (*this.arc_pointer).strong) as usize }
    }
    pub fn get_mut(this: &mut Arc<T>) -> Option<&mut T> {
        unsafe {
            let inner = this.arc_pointer;
            let unique = intrinsics::ref_is_unique(&raw const (*inner).strong, &raw const (*inner).weak);
            unique.then(|| &mut (*inner).value)
        }
    }
    #[inline]
    pub fn ptr_eq(this: &Arc<T>, other: &Arc<T>) -> bool {
        this.arc_pointer as *const () == other.arc_pointer as *const ()
    }
}
impl<T: ?Sized + CloneCounted> Arc<T> {
    pub fn make_mut(this: &mut Arc<T>) -> &mut T {
        unsafe {
            let pointer = this.arc_pointer;
            if !intrinsics::ref_decrement_if_unique(&raw const (*pointer).strong) {
                *this = (**this).clone_to_arc();
            } else if weaks(pointer) == 0 {
                // Nobody saw the count of zero.
                intrinsics::hidden_ref_increment(&raw const (*pointer).strong);
            } else {
                // Only weak references are left beside this one: move the value away from them.
                let arc_pointer = moved_in(&raw const (*pointer).value);
                release_weak(pointer);
                intrinsics::settle_clock();
                intrinsics::write(this, Arc { arc_pointer });
            }
            &mut (*this.arc_pointer).value
        }
    }
}
impl Arc<dyn Any + Send + Sync> {
    pub fn downcast<T: Any>(self) -> Result<Arc<T>, Self> {
        if (*self).is::<T>() {
            let this = ManuallyDrop::new(self);
            Ok(Arc { arc_pointer: this.arc_pointer as *mut ArcInner<T> })
        } else {
            Err(self)
        }
    }
}
impl<T: ?Sized> Deref for Arc<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &(*self.arc_pointer).value }
    }
}
impl<T: ?Sized> Drop for Arc<T> {
    #[inline]
    fn drop(&mut self) {
        unsafe {
            if intrinsics::ref_decrement(&raw const (*self.arc_pointer).strong) {
                intrinsics::drop_in_place(&raw mut (*self.arc_pointer).value);
                release_weak(self.arc_pointer);
                intrinsics::settle_clock();
            }
        }
    }
}
impl<T: ?Sized> Clone for Arc<T> {
    #[inline]
    fn clone(&self) -> Arc<T> {
        unsafe { intrinsics::ref_increment(&raw const (*self.arc_pointer).strong) };
        Arc { arc_pointer: self.arc_pointer }
    }
}

impl<T> Weak<T> {
    pub const fn new() -> Weak<T> {
        Weak { weak_pointer: crate::ptr::null_mut() }
    }
}
impl<T: ?Sized> Weak<T> {
    pub fn upgrade(&self) -> Option<Arc<T>> {
        if self.weak_pointer.is_null() {
            return None;
        }
        if unsafe { intrinsics::ref_increment_if_alive(&raw const (*self.weak_pointer).strong) } {
            Some(Arc { arc_pointer: self.weak_pointer })
        } else {
            None
        }
    }
    pub fn strong_count(&self) -> usize {
        if self.weak_pointer.is_null() {
            return 0;
        }
        unsafe { intrinsics::ref_count(&raw const (*self.weak_pointer).strong) as usize }
    }
    pub fn weak_count(&self) -> usize {
        if self.weak_pointer.is_null() {
            return 0;
        }
        let weaks = unsafe { weaks(self.weak_pointer) };
        if self.strong_count() == 0 { 0 } else { weaks }
    }
    pub fn ptr_eq(&self, other: &Weak<T>) -> bool {
        self.weak_pointer as *const () == other.weak_pointer as *const ()
    }
}
impl<T: ?Sized> Drop for Weak<T> {
    fn drop(&mut self) {
        if !self.weak_pointer.is_null() {
            unsafe { release_weak(self.weak_pointer) }
        }
    }
}
impl<T: ?Sized> Clone for Weak<T> {
    fn clone(&self) -> Weak<T> {
        if !self.weak_pointer.is_null() {
            unsafe { add_weak(self.weak_pointer) };
        }
        Weak { weak_pointer: self.weak_pointer }
    }
}
impl<T: ?Sized> fmt::Debug for Weak<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(Weak)")
    }
}
impl<T: Error + ?Sized> Error for Arc<T> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Error::source(&**self)
    }
}

/// Room for at least `len` elements after the counts.
unsafe fn allocate_slice<T>(len: usize) -> *mut ArcInner<[T; 0]> {
    unsafe {
        if len <= 4 {
            allocate_room::<T, ArcInner<MaybeUninit<[T; 4]>>, _>(len)
        } else if len <= 16 {
            allocate_room::<T, ArcInner<MaybeUninit<[T; 16]>>, _>(len)
        } else if len <= 64 {
            allocate_room::<T, ArcInner<MaybeUninit<[T; 64]>>, _>(len)
        } else if len <= 256 {
            allocate_room::<T, ArcInner<MaybeUninit<[T; 256]>>, _>(len)
        } else if len <= 4096 {
            allocate_room::<T, ArcInner<MaybeUninit<[T; 4096]>>, _>(len)
        } else {
            if len > 65536 {
                intrinsics::unsupported();
            }
            allocate_room::<T, ArcInner<MaybeUninit<[T; 65536]>>, _>(len)
        }
    }
}

/// Counts, and a value that is moved behind them.
unsafe fn of_value<T>(value: *const T) -> *mut ArcInner<T> {
    unsafe {
        let arc = ManuallyDrop::new(Arc::new(intrinsics::read(value)));
        arc.arc_pointer
    }
}

/// Counts, and elements that are moved behind them.
unsafe fn of_elements<T>(elements: *const T, len: usize) -> *mut ArcInner<[T]> {
    unsafe {
        let pointer = allocate_slice::<T>(len);
        intrinsics::write(&raw mut (*pointer).strong, RawRefCount { count: 1 });
        intrinsics::write(&raw mut (*pointer).weak, RawRefCount { count: 1 });
        intrinsics::copy(elements, &raw mut (*pointer).value as *mut T, len);
        crate::ptr::slice_from_raw_parts_mut(pointer as *mut T, len) as *mut ArcInner<[T]>
    }
}

/// Counts, and a value of any type that is moved behind them.
unsafe fn moved_in<T: ?Sized>(value: *const T) -> *mut ArcInner<T> {
    unsafe { intrinsics::by_type(value, of_value::<()>, of_elements::<()>) }
}

impl<T> Arc<T> {
    pub fn new_uninit() -> Arc<MaybeUninit<T>> {
        Arc::new(MaybeUninit::uninit())
    }
    pub fn new_zeroed() -> Arc<MaybeUninit<T>> {
        Arc::new(MaybeUninit::zeroed())
    }
}
impl<T> Arc<MaybeUninit<T>> {
    pub unsafe fn assume_init(self) -> Arc<T> {
        let this = ManuallyDrop::new(self);
        Arc { arc_pointer: this.arc_pointer as *mut ArcInner<T> }
    }
}
impl<T> Arc<[T]> {
    pub fn new_uninit_slice(len: usize) -> Arc<[MaybeUninit<T>]> {
        let mut elements = Vec::with_capacity(len);
        elements.resize_with(len, MaybeUninit::uninit);
        Arc::from(elements)
    }
    pub fn new_zeroed_slice(len: usize) -> Arc<[MaybeUninit<T>]> {
        let mut elements = Vec::with_capacity(len);
        elements.resize_with(len, MaybeUninit::zeroed);
        Arc::from(elements)
    }
}
impl<T> Arc<[MaybeUninit<T>]> {
    pub unsafe fn assume_init(self) -> Arc<[T]> {
        let this = ManuallyDrop::new(self);
        Arc { arc_pointer: this.arc_pointer as *mut ArcInner<[T]> }
    }
}
impl<T: ?Sized> Weak<T> {
    pub fn as_ptr(&self) -> *const T {
        unsafe { &raw const (*self.weak_pointer).value }
    }
    pub fn into_raw(self) -> *const T {
        let this = ManuallyDrop::new(self);
        this.as_ptr()
    }
    pub unsafe fn from_raw(ptr: *const T) -> Weak<T> {
        Weak { weak_pointer: unsafe { inner_of_value(ptr) } }
    }
}

impls_of_counted! { Arc, arc_pointer, ArcInner }
