//! `std::rc`.
//!
//! Left out: `UniqueRc`. `Rc<[T]>` and `Rc<str>` are allocated in sizes of powers of four, so that their
//! cells keep their kinds.

use crate::alloc::{allocate_room, free_value};
use crate::any::Any;
use crate::borrow::{Borrow, Cow, ToOwned};
use crate::boxed::Box;
use crate::cell::Cell;
use crate::cmp::Ordering;
use crate::counted::{CloneCounted, impls_of_counted};
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

/// `weak` counts the `Weak`s, and one for all `Rc`s together.
struct RcInner<T: ?Sized> {
    strong: Cell<usize>,
    weak: Cell<usize>,
    value: T,
}

#[lang = "rc"]
pub struct Rc<T: ?Sized> {
    rc_pointer: *mut RcInner<T>,
}
impl<T: ?Sized> !Send for Rc<T> {}
impl<T: ?Sized> !Sync for Rc<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<Rc<U>> for Rc<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<Rc<U>> for Rc<T> {}

#[lang = "rc_weak"]
pub struct Weak<T: ?Sized> {
    /// Null for `Weak::new()`.
    weak_pointer: *mut RcInner<T>,
}
impl<T: ?Sized> !Send for Weak<T> {}
impl<T: ?Sized> !Sync for Weak<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<Weak<U>> for Weak<T> {}

impl<T: ?Sized> RcInner<T> {
    #[inline]
    fn add_strong(&self) {
        change(&self.strong, 1);
    }
    #[inline]
    fn add_weak(&self) {
        change(&self.weak, 1);
    }
}

const ACQ_REL: u8 = crate::sync::atomic::Ordering::AcqRel as u8;

/// Adds to a count; returns what it was. loom runs all threads on one, so that an `Rc` may go from one to another
/// and is dropped in the order in which it is: its counts order memory there, as those of an `Arc` do.
#[inline]
fn change(count: &Cell<usize>, by: isize) -> usize {
    unsafe {
        if intrinsics::is_loom() {
            return intrinsics::hidden_atomic_rmw_add(count.as_ptr(), by as usize, ACQ_REL);
        }
        let before = count.get();
        count.set(intrinsics::wrapping_add(before, by as usize));
        before
    }
}
#[inline]
fn read(count: &Cell<usize>) -> usize {
    match intrinsics::is_loom() {
        true => change(count, 0),
        false => count.get(),
    }
}

/// One `Weak` less, or all `Rc`s gone: frees the memory if nothing is left.
unsafe fn release_weak<T: ?Sized>(pointer: *mut RcInner<T>) {
    unsafe {
        if change(&(*pointer).weak, -1) == 1 {
            free_value(pointer);
        }
    }
}

/// Where the value of an `Rc` starts relative to its counts, in bytes of the address.
unsafe fn inner_of_value<T: ?Sized>(mut value: *const T) -> *mut RcInner<T> {
    unsafe {
        let inner = intrinsics::offset(intrinsics::own_cell(value as *const usize), -2);
        // The address only: what a wide pointer knows besides stays.
        intrinsics::write(&raw mut value as *mut *const usize, inner);
        intrinsics::meant_as(value as *const RcInner<T>) as *mut RcInner<T>
    }
}

impl<T> Rc<T> {
    #[inline]
    pub fn new(value: T) -> Rc<T> {
        unsafe {
            let pointer: *mut RcInner<T> = crate::vec::allocate(1);
            intrinsics::write(pointer, RcInner { strong: Cell::new(1), weak: Cell::new(1), value });
            Rc { rc_pointer: pointer }
        }
    }
    pub fn new_cyclic<F: FnOnce(&Weak<T>) -> T>(data_fn: F) -> Rc<T> {
        unsafe {
            let pointer: *mut RcInner<T> = crate::vec::allocate(1);
            intrinsics::write(&raw mut (*pointer).strong, Cell::new(0));
            intrinsics::write(&raw mut (*pointer).weak, Cell::new(1));
            let weak = Weak { weak_pointer: pointer };
            let value = data_fn(&weak);
            intrinsics::write(&raw mut (*pointer).value, value);
            (*pointer).strong.set(1);
            crate::mem::forget(weak);
            Rc { rc_pointer: pointer }
        }
    }
    pub fn pin(value: T) -> Pin<Rc<T>> {
        unsafe { Pin::new_unchecked(Rc::new(value)) }
    }
    pub fn try_unwrap(this: Rc<T>) -> Result<T, Rc<T>> {
        if Rc::strong_count(&this) != 1 {
            return Err(this);
        }
        let this = ManuallyDrop::new(this);
        unsafe {
            let value = intrinsics::read(&raw const (*this.rc_pointer).value);
            change(&(*this.rc_pointer).strong, -1);
            release_weak(this.rc_pointer);
            Ok(value)
        }
    }
    pub fn into_inner(this: Rc<T>) -> Option<T> {
        Rc::try_unwrap(this).ok()
    }
    pub fn unwrap_or_clone(this: Rc<T>) -> T
    where
        T: Clone,
    {
        match Rc::try_unwrap(this) {
            Ok(value) => value,
            Err(rc) => (*rc).clone(),
        }
    }
}
impl<T: ?Sized> Rc<T> {
    pub unsafe fn from_raw(ptr: *const T) -> Rc<T> {
        unsafe {
            intrinsics::check_step(ptr as *const usize, -2);
            Rc { rc_pointer: inner_of_value(ptr) }
        }
    }
    pub unsafe fn increment_strong_count(ptr: *const T) {
        unsafe { (*inner_of_value(ptr)).add_strong() }
    }
    pub unsafe fn decrement_strong_count(ptr: *const T) {
        drop(unsafe { Rc::from_raw(ptr) })
    }
    pub fn into_raw(this: Rc<T>) -> *const T {
        let this = ManuallyDrop::new(this);
        Rc::as_ptr(&*this)
    }
    #[inline]
    pub fn as_ptr(this: &Rc<T>) -> *const T {
        unsafe { &raw const (*this.rc_pointer).value }
    }
    pub fn downgrade(this: &Rc<T>) -> Weak<T> {
        unsafe { (*this.rc_pointer).add_weak() };
        Weak { weak_pointer: this.rc_pointer }
    }
    #[inline]
    pub fn weak_count(this: &Rc<T>) -> usize {
        unsafe { read(&(*this.rc_pointer).weak) - 1 }
    }
    #[inline]
    pub fn strong_count(this: &Rc<T>) -> usize {
        unsafe { read(&(*this.rc_pointer).strong) }
    }
    pub fn get_mut(this: &mut Rc<T>) -> Option<&mut T> {
        if Rc::strong_count(this) == 1 && Rc::weak_count(this) == 0 {
            Some(unsafe { &mut (*this.rc_pointer).value })
        } else {
            None
        }
    }
    #[inline]
    pub fn ptr_eq(this: &Rc<T>, other: &Rc<T>) -> bool {
        this.rc_pointer as *const () == other.rc_pointer as *const ()
    }
}
impl<T: ?Sized + CloneCounted> Rc<T> {
    pub fn make_mut(this: &mut Rc<T>) -> &mut T {
        unsafe {
            let pointer = this.rc_pointer;
            if Rc::strong_count(this) != 1 {
                *this = (**this).clone_to_rc();
            } else if Rc::weak_count(this) != 0 {
                // Only weak references are left beside this one: move the value away from them.
                let rc_pointer = moved_in(&raw const (*pointer).value);
                change(&(*pointer).strong, -1);
                release_weak(pointer);
                intrinsics::write(this, Rc { rc_pointer });
            }
            &mut (*this.rc_pointer).value
        }
    }
}
impl Rc<dyn Any> {
    pub fn downcast<T: Any>(self) -> Result<Rc<T>, Self> {
        if (*self).is::<T>() {
            let this = ManuallyDrop::new(self);
            Ok(Rc { rc_pointer: this.rc_pointer as *mut RcInner<T> })
        } else {
            Err(self)
        }
    }
}
impl<T: ?Sized> Deref for Rc<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &(*self.rc_pointer).value }
    }
}
impl<T: ?Sized> Drop for Rc<T> {
    #[inline]
    fn drop(&mut self) {
        unsafe {
            if change(&(*self.rc_pointer).strong, -1) == 1 {
                intrinsics::drop_in_place(&raw mut (*self.rc_pointer).value);
                release_weak(self.rc_pointer);
            }
        }
    }
}
impl<T: ?Sized> Clone for Rc<T> {
    #[inline]
    fn clone(&self) -> Rc<T> {
        unsafe { (*self.rc_pointer).add_strong() };
        Rc { rc_pointer: self.rc_pointer }
    }
}

impl<T> Weak<T> {
    pub const fn new() -> Weak<T> {
        Weak { weak_pointer: crate::ptr::null_mut() }
    }
}
impl<T: ?Sized> Weak<T> {
    pub fn upgrade(&self) -> Option<Rc<T>> {
        if self.weak_pointer.is_null() {
            return None;
        }
        unsafe {
            if read(&(*self.weak_pointer).strong) == 0 {
                return None;
            }
            (*self.weak_pointer).add_strong();
        }
        Some(Rc { rc_pointer: self.weak_pointer })
    }
    pub fn strong_count(&self) -> usize {
        if self.weak_pointer.is_null() { 0 } else { unsafe { read(&(*self.weak_pointer).strong) } }
    }
    pub fn weak_count(&self) -> usize {
        if self.strong_count() == 0 { 0 } else { unsafe { read(&(*self.weak_pointer).weak) - 1 } }
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
            unsafe { (*self.weak_pointer).add_weak() };
        }
        Weak { weak_pointer: self.weak_pointer }
    }
}
impl<T: ?Sized> fmt::Debug for Weak<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(Weak)")
    }
}

/// Room for at least `len` elements after the counts.
unsafe fn allocate_slice<T>(len: usize) -> *mut RcInner<[T; 0]> {
    unsafe {
        if len <= 4 {
            allocate_room::<T, RcInner<MaybeUninit<[T; 4]>>, _>(len)
        } else if len <= 16 {
            allocate_room::<T, RcInner<MaybeUninit<[T; 16]>>, _>(len)
        } else if len <= 64 {
            allocate_room::<T, RcInner<MaybeUninit<[T; 64]>>, _>(len)
        } else if len <= 256 {
            allocate_room::<T, RcInner<MaybeUninit<[T; 256]>>, _>(len)
        } else if len <= 4096 {
            allocate_room::<T, RcInner<MaybeUninit<[T; 4096]>>, _>(len)
        } else {
            if len > 65536 {
                intrinsics::unsupported();
            }
            allocate_room::<T, RcInner<MaybeUninit<[T; 65536]>>, _>(len)
        }
    }
}

/// Counts, and a value that is moved behind them.
unsafe fn of_value<T>(value: *const T) -> *mut RcInner<T> {
    unsafe {
        let rc = ManuallyDrop::new(Rc::new(intrinsics::read(value)));
        rc.rc_pointer
    }
}

/// Counts, and elements that are moved behind them.
unsafe fn of_elements<T>(elements: *const T, len: usize) -> *mut RcInner<[T]> {
    unsafe {
        let pointer = allocate_slice::<T>(len);
        intrinsics::write(&raw mut (*pointer).strong, Cell::new(1));
        intrinsics::write(&raw mut (*pointer).weak, Cell::new(1));
        intrinsics::copy(elements, &raw mut (*pointer).value as *mut T, len);
        crate::ptr::slice_from_raw_parts_mut(pointer as *mut T, len) as *mut RcInner<[T]>
    }
}

/// Counts, and a value of any type that is moved behind them.
unsafe fn moved_in<T: ?Sized>(value: *const T) -> *mut RcInner<T> {
    unsafe { intrinsics::by_type(value, of_value::<()>, of_elements::<()>) }
}

impl<T> Rc<T> {
    pub fn new_uninit() -> Rc<MaybeUninit<T>> {
        Rc::new(MaybeUninit::uninit())
    }
    pub fn new_zeroed() -> Rc<MaybeUninit<T>> {
        Rc::new(MaybeUninit::zeroed())
    }
}
impl<T> Rc<MaybeUninit<T>> {
    pub unsafe fn assume_init(self) -> Rc<T> {
        let this = ManuallyDrop::new(self);
        Rc { rc_pointer: this.rc_pointer as *mut RcInner<T> }
    }
}
impl<T> Rc<[T]> {
    pub fn new_uninit_slice(len: usize) -> Rc<[MaybeUninit<T>]> {
        let mut elements = Vec::with_capacity(len);
        elements.resize_with(len, MaybeUninit::uninit);
        Rc::from(elements)
    }
    pub fn new_zeroed_slice(len: usize) -> Rc<[MaybeUninit<T>]> {
        let mut elements = Vec::with_capacity(len);
        elements.resize_with(len, MaybeUninit::zeroed);
        Rc::from(elements)
    }
}
impl<T> Rc<[MaybeUninit<T>]> {
    pub unsafe fn assume_init(self) -> Rc<[T]> {
        let this = ManuallyDrop::new(self);
        Rc { rc_pointer: this.rc_pointer as *mut RcInner<[T]> }
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

impls_of_counted! { Rc, rc_pointer, RcInner }
