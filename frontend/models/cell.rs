//! `std::cell`.
//!
//! Left out: `SyncUnsafeCell`, the unstable `try_map` of `Ref` and `RefMut`.

use crate::cmp::Ordering;
use crate::fmt;
use crate::marker::PhantomData;
use crate::mem;
use crate::ops::{CoerceUnsized, Deref, DerefMut};

#[lang = "unsafe_cell"]
#[repr(transparent)]
pub struct UnsafeCell<T: ?Sized> {
    value: T,
}
impl<T: ?Sized> !Sync for UnsafeCell<T> {}

impl<T> UnsafeCell<T> {
    #[inline]
    pub const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell { value }
    }
    #[inline]
    pub fn into_inner(self) -> T {
        self.value
    }
    pub const unsafe fn replace(&self, value: T) -> T {
        unsafe { crate::ptr::replace(self.get(), value) }
    }
}
impl<T: ?Sized> UnsafeCell<T> {
    #[inline]
    pub const fn get(&self) -> *mut T {
        &raw const self.value as *mut T
    }
    #[inline]
    pub const fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }
    #[inline]
    pub const fn raw_get(this: *const UnsafeCell<T>) -> *mut T {
        unsafe { &raw const (*this).value as *mut T }
    }
    pub const fn from_mut(value: &mut T) -> &mut UnsafeCell<T> {
        unsafe { &mut *(value as *mut T as *mut UnsafeCell<T>) }
    }
}
impl<T: Default> Default for UnsafeCell<T> {
    fn default() -> UnsafeCell<T> {
        UnsafeCell::new(T::default())
    }
}
impl<T> From<T> for UnsafeCell<T> {
    fn from(t: T) -> UnsafeCell<T> {
        UnsafeCell::new(t)
    }
}
impl<T: ?Sized> fmt::Debug for UnsafeCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnsafeCell").finish_non_exhaustive()
    }
}
impl<T: CoerceUnsized<U>, U> CoerceUnsized<UnsafeCell<U>> for UnsafeCell<T> {}
impl<T: CoerceUnsized<U>, U> CoerceUnsized<Cell<U>> for Cell<T> {}

#[repr(transparent)]
pub struct Cell<T: ?Sized> {
    value: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send> Send for Cell<T> {}
impl<T: ?Sized> !Sync for Cell<T> {}

impl<T> Cell<T> {
    #[inline]
    pub const fn new(value: T) -> Cell<T> {
        Cell { value: UnsafeCell::new(value) }
    }
    #[inline]
    pub fn set(&self, val: T) {
        self.replace(val);
    }
    pub fn swap(&self, other: &Cell<T>) {
        if !crate::ptr::eq(self, other) {
            unsafe { crate::ptr::swap(self.as_ptr(), other.as_ptr()) }
        }
    }
    #[inline]
    pub const fn replace(&self, val: T) -> T {
        mem::replace(unsafe { &mut *self.value.get() }, val)
    }
    #[inline]
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}
impl<T: Copy> Cell<T> {
    #[inline]
    pub fn get(&self) -> T {
        unsafe { *self.value.get() }
    }
    #[inline]
    pub fn update(&self, f: impl FnOnce(T) -> T) {
        self.set(f(self.get()));
    }
}
impl<T: Default> Cell<T> {
    #[inline]
    pub fn take(&self) -> T {
        self.replace(T::default())
    }
}
impl<T: ?Sized> Cell<T> {
    #[inline]
    pub const fn as_ptr(&self) -> *mut T {
        self.value.get()
    }
    #[inline]
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
    pub fn from_mut(t: &mut T) -> &Cell<T> {
        unsafe { &*(t as *mut T as *const Cell<T>) }
    }
}
impl<T, const N: usize> Cell<[T; N]> {
    pub fn as_array_of_cells(&self) -> &[Cell<T>; N] {
        unsafe { &*(self as *const Cell<[T; N]> as *const [Cell<T>; N]) }
    }
}
impl<T> Cell<[T]> {
    pub fn as_slice_of_cells(&self) -> &[Cell<T>] {
        unsafe { &*(self as *const Cell<[T]> as *const [Cell<T>]) }
    }
}
impl<T, const N: usize> AsRef<[Cell<T>; N]> for Cell<[T; N]> {
    fn as_ref(&self) -> &[Cell<T>; N] {
        self.as_array_of_cells()
    }
}
impl<T, const N: usize> AsRef<[Cell<T>]> for Cell<[T; N]> {
    fn as_ref(&self) -> &[Cell<T>] {
        self.as_array_of_cells()
    }
}
impl<T> AsRef<[Cell<T>]> for Cell<[T]> {
    fn as_ref(&self) -> &[Cell<T>] {
        self.as_slice_of_cells()
    }
}
impl<T: Copy> Clone for Cell<T> {
    fn clone(&self) -> Cell<T> {
        Cell::new(self.get())
    }
}
impl<T: Default> Default for Cell<T> {
    fn default() -> Cell<T> {
        Cell::new(T::default())
    }
}
impl<T: PartialEq + Copy> PartialEq for Cell<T> {
    fn eq(&self, other: &Cell<T>) -> bool {
        self.get() == other.get()
    }
}
impl<T: Eq + Copy> Eq for Cell<T> {}
impl<T: PartialOrd + Copy> PartialOrd for Cell<T> {
    fn partial_cmp(&self, other: &Cell<T>) -> Option<Ordering> {
        self.get().partial_cmp(&other.get())
    }
}
impl<T: Ord + Copy> Ord for Cell<T> {
    fn cmp(&self, other: &Cell<T>) -> Ordering {
        self.get().cmp(&other.get())
    }
}
impl<T> From<T> for Cell<T> {
    fn from(t: T) -> Cell<T> {
        Cell::new(t)
    }
}
impl<T: Copy + fmt::Debug> fmt::Debug for Cell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cell").field("value", &self.get()).finish()
    }
}

/// `borrowed` counts readers; -1 is a writer.
pub struct RefCell<T: ?Sized> {
    borrowed: Cell<isize>,
    value: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send> Send for RefCell<T> {}
impl<T: ?Sized> !Sync for RefCell<T> {}

pub struct BorrowError {
    borrow_error: (),
}
impl fmt::Debug for BorrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BorrowError").finish()
    }
}
impl fmt::Display for BorrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("RefCell already mutably borrowed")
    }
}
impl crate::error::Error for BorrowError {}
pub struct BorrowMutError {
    borrow_error: (),
}
impl fmt::Debug for BorrowMutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BorrowMutError").finish()
    }
}
impl fmt::Display for BorrowMutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("RefCell already borrowed")
    }
}
impl crate::error::Error for BorrowMutError {}

#[track_caller]
fn panic_already_borrowed() -> ! {
    panic!("{}", BorrowMutError { borrow_error: () })
}
#[track_caller]
fn panic_already_mutably_borrowed() -> ! {
    panic!("{}", BorrowError { borrow_error: () })
}

impl<T> RefCell<T> {
    #[inline]
    pub const fn new(value: T) -> RefCell<T> {
        RefCell { borrowed: Cell::new(0), value: UnsafeCell::new(value) }
    }
    #[inline]
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
    #[track_caller]
    pub fn replace(&self, t: T) -> T {
        mem::replace(&mut *self.borrow_mut(), t)
    }
    #[track_caller]
    pub fn replace_with<F: FnOnce(&mut T) -> T>(&self, f: F) -> T {
        let mut guard = self.borrow_mut();
        let replacement = f(&mut *guard);
        mem::replace(&mut *guard, replacement)
    }
    #[track_caller]
    pub fn swap(&self, other: &RefCell<T>) {
        mem::swap(&mut *self.borrow_mut(), &mut *other.borrow_mut())
    }
    #[track_caller]
    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
}
impl<T: ?Sized> RefCell<T> {
    #[inline]
    #[track_caller]
    pub fn borrow(&self) -> Ref<'_, T> {
        match self.try_borrow() {
            Ok(guard) => guard,
            Err(_) => panic_already_mutably_borrowed(),
        }
    }
    #[inline]
    pub fn try_borrow(&self) -> Result<Ref<'_, T>, BorrowError> {
        let readers = self.borrowed.get();
        if readers < 0 {
            return Err(BorrowError { borrow_error: () });
        }
        self.borrowed.set(readers + 1);
        Ok(Ref { ref_value: self.value.get(), ref_borrow: &self.borrowed, ref_of: PhantomData })
    }
    #[inline]
    #[track_caller]
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        match self.try_borrow_mut() {
            Ok(guard) => guard,
            Err(_) => panic_already_borrowed(),
        }
    }
    #[inline]
    pub fn try_borrow_mut(&self) -> Result<RefMut<'_, T>, BorrowMutError> {
        if self.borrowed.get() != 0 {
            return Err(BorrowMutError { borrow_error: () });
        }
        self.borrowed.set(-1);
        Ok(RefMut { ref_value: self.value.get(), ref_borrow: &self.borrowed, ref_of: PhantomData })
    }
    #[inline]
    pub fn as_ptr(&self) -> *mut T {
        self.value.get()
    }
    #[inline]
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
    pub unsafe fn try_borrow_unguarded(&self) -> Result<&T, BorrowError> {
        if self.borrowed.get() < 0 {
            Err(BorrowError { borrow_error: () })
        } else {
            Ok(unsafe { &*self.value.get() })
        }
    }
}
impl<T: Clone> Clone for RefCell<T> {
    #[track_caller]
    fn clone(&self) -> RefCell<T> {
        RefCell::new(T::clone(&*self.borrow()))
    }
}
impl<T: Default> Default for RefCell<T> {
    fn default() -> RefCell<T> {
        RefCell::new(T::default())
    }
}
impl<T: ?Sized + PartialEq> PartialEq for RefCell<T> {
    fn eq(&self, other: &RefCell<T>) -> bool {
        *self.borrow() == *other.borrow()
    }
}
impl<T: ?Sized + Eq> Eq for RefCell<T> {}
impl<T: ?Sized + PartialOrd> PartialOrd for RefCell<T> {
    fn partial_cmp(&self, other: &RefCell<T>) -> Option<Ordering> {
        self.borrow().partial_cmp(&*other.borrow())
    }
}
impl<T: ?Sized + Ord> Ord for RefCell<T> {
    fn cmp(&self, other: &RefCell<T>) -> Ordering {
        self.borrow().cmp(&*other.borrow())
    }
}
impl<T> From<T> for RefCell<T> {
    fn from(t: T) -> RefCell<T> {
        RefCell::new(t)
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for RefCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut d = f.debug_struct("RefCell");
        match self.try_borrow() {
            Ok(borrow) => d.field("value", &borrow),
            Err(_) => d.field("value", &format_args!("<borrowed>")),
        };
        d.finish()
    }
}
impl<T: CoerceUnsized<U>, U> CoerceUnsized<RefCell<U>> for RefCell<T> {}

/// A shared borrow; counted in `ref_borrow`.
pub struct Ref<'b, T: ?Sized + 'b> {
    ref_value: *const T,
    ref_borrow: &'b Cell<isize>,
    ref_of: PhantomData<&'b T>,
}
impl<'b, T: ?Sized> Ref<'b, T> {
    pub fn clone(orig: &Ref<'b, T>) -> Ref<'b, T> {
        orig.ref_borrow.set(orig.ref_borrow.get() + 1);
        Ref { ref_value: orig.ref_value, ref_borrow: orig.ref_borrow, ref_of: PhantomData }
    }
    pub fn map<U: ?Sized, F: FnOnce(&T) -> &U>(orig: Ref<'b, T>, f: F) -> Ref<'b, U> {
        let value: *const U = f(unsafe { &*orig.ref_value });
        let orig = mem::ManuallyDrop::new(orig);
        Ref { ref_value: value, ref_borrow: orig.ref_borrow, ref_of: PhantomData }
    }
    pub fn filter_map<U: ?Sized, F: FnOnce(&T) -> Option<&U>>(orig: Ref<'b, T>, f: F) -> Result<Ref<'b, U>, Self> {
        match f(unsafe { &*orig.ref_value }) {
            Some(value) => {
                let orig = mem::ManuallyDrop::new(orig);
                Ok(Ref { ref_value: value, ref_borrow: orig.ref_borrow, ref_of: PhantomData })
            }
            None => Err(orig),
        }
    }
}
impl<T: ?Sized> Deref for Ref<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.ref_value }
    }
}
impl<T: ?Sized> Drop for Ref<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.ref_borrow.set(self.ref_borrow.get() - 1);
    }
}
impl<T: ?Sized + fmt::Display> fmt::Display for Ref<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for Ref<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// The unique borrow; -1 in `ref_borrow`.
pub struct RefMut<'b, T: ?Sized + 'b> {
    ref_value: *mut T,
    ref_borrow: &'b Cell<isize>,
    ref_of: PhantomData<&'b mut T>,
}
impl<'b, T: ?Sized> RefMut<'b, T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(orig: RefMut<'b, T>, f: F) -> RefMut<'b, U> {
        let value: *mut U = f(unsafe { &mut *orig.ref_value });
        let orig = mem::ManuallyDrop::new(orig);
        RefMut { ref_value: value, ref_borrow: orig.ref_borrow, ref_of: PhantomData }
    }
}
impl<T: ?Sized> Deref for RefMut<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.ref_value }
    }
}
impl<T: ?Sized> DerefMut for RefMut<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.ref_value }
    }
}
impl<T: ?Sized> Drop for RefMut<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.ref_borrow.set(self.ref_borrow.get() + 1);
    }
}
impl<T: ?Sized + fmt::Display> fmt::Display for RefMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for RefMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

pub struct OnceCell<T> {
    content: UnsafeCell<Option<T>>,
}
impl<T> !Sync for OnceCell<T> {}
impl<T> OnceCell<T> {
    pub const fn new() -> OnceCell<T> {
        OnceCell { content: UnsafeCell::new(None) }
    }
    #[inline]
    pub fn get(&self) -> Option<&T> {
        unsafe { &*self.content.get() }.as_ref()
    }
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.content.get_mut().as_mut()
    }
    pub fn set(&self, value: T) -> Result<(), T> {
        if self.get().is_some() {
            return Err(value);
        }
        unsafe { *self.content.get() = Some(value) };
        Ok(())
    }
    #[track_caller]
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T {
        if self.get().is_none() {
            let value = f();
            if self.set(value).is_err() {
                panic!("reentrant init");
            }
        }
        self.get().unwrap()
    }
    pub fn into_inner(self) -> Option<T> {
        self.content.into_inner()
    }
    pub fn take(&mut self) -> Option<T> {
        self.content.get_mut().take()
    }
}
impl<T> Default for OnceCell<T> {
    fn default() -> Self {
        OnceCell::new()
    }
}
impl<T: fmt::Debug> fmt::Debug for OnceCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut d = f.debug_tuple("OnceCell");
        match self.get() {
            Some(v) => d.field(v),
            None => d.field(&format_args!("<uninit>")),
        };
        d.finish()
    }
}
impl<T: Clone> Clone for OnceCell<T> {
    fn clone(&self) -> OnceCell<T> {
        OnceCell { content: UnsafeCell::new(self.get().cloned()) }
    }
}
impl<T: PartialEq> PartialEq for OnceCell<T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}
impl<T: Eq> Eq for OnceCell<T> {}
impl<T> From<T> for OnceCell<T> {
    fn from(value: T) -> Self {
        OnceCell { content: UnsafeCell::new(Some(value)) }
    }
}

enum LazyState<T, F> {
    Uninit(F),
    Init(T),
    Poisoned,
}
pub struct LazyCell<T, F = fn() -> T> {
    lazy_state: UnsafeCell<LazyState<T, F>>,
}
impl<T, F: FnOnce() -> T> LazyCell<T, F> {
    pub const fn new(f: F) -> LazyCell<T, F> {
        LazyCell { lazy_state: UnsafeCell::new(LazyState::Uninit(f)) }
    }
    #[track_caller]
    pub fn force(this: &LazyCell<T, F>) -> &T {
        let state = this.lazy_state.get();
        if let LazyState::Init(value) = unsafe { &*state } {
            return value;
        }
        let taken = mem::replace(unsafe { &mut *state }, LazyState::Poisoned);
        match taken {
            LazyState::Uninit(f) => {
                let value = f();
                unsafe { *state = LazyState::Init(value) };
            }
            _ => panic!("LazyCell instance has previously been poisoned"),
        }
        match unsafe { &*state } {
            LazyState::Init(value) => value,
            _ => unreachable!(),
        }
    }
}
impl<T, F> LazyCell<T, F> {
    pub fn get(this: &LazyCell<T, F>) -> Option<&T> {
        match unsafe { &*this.lazy_state.get() } {
            LazyState::Init(value) => Some(value),
            _ => None,
        }
    }
    pub fn get_mut(this: &mut LazyCell<T, F>) -> Option<&mut T> {
        match this.lazy_state.get_mut() {
            LazyState::Init(value) => Some(value),
            _ => None,
        }
    }
}
impl<T, F: FnOnce() -> T> LazyCell<T, F> {
    #[track_caller]
    pub fn force_mut(this: &mut LazyCell<T, F>) -> &mut T {
        LazyCell::force(this);
        LazyCell::get_mut(this).unwrap()
    }
}
impl<T, F: FnOnce() -> T> Deref for LazyCell<T, F> {
    type Target = T;
    #[inline]
    #[track_caller]
    fn deref(&self) -> &T {
        LazyCell::force(self)
    }
}
impl<T: Default> Default for LazyCell<T> {
    fn default() -> LazyCell<T> {
        LazyCell::new(T::default)
    }
}
impl<T: fmt::Debug, F> fmt::Debug for LazyCell<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut d = f.debug_tuple("LazyCell");
        match unsafe { &*self.lazy_state.get() } {
            LazyState::Init(value) => d.field(value),
            _ => d.field(&format_args!("<uninit>")),
        };
        d.finish()
    }
}

impl<'b, T: ?Sized> Ref<'b, T> {
    pub fn map_split<U: ?Sized, V: ?Sized, F: FnOnce(&T) -> (&U, &V)>(orig: Ref<'b, T>, f: F) -> (Ref<'b, U>, Ref<'b, V>) {
        let (a, b) = f(unsafe { &*orig.ref_value });
        let (a, b): (*const U, *const V) = (a, b);
        let orig = mem::ManuallyDrop::new(orig);
        orig.ref_borrow.set(orig.ref_borrow.get() + 1);
        (
            Ref { ref_value: a, ref_borrow: orig.ref_borrow, ref_of: PhantomData },
            Ref { ref_value: b, ref_borrow: orig.ref_borrow, ref_of: PhantomData },
        )
    }
}
impl<'b, T: ?Sized> RefMut<'b, T> {
    pub fn filter_map<U: ?Sized, F: FnOnce(&mut T) -> Option<&mut U>>(orig: RefMut<'b, T>, f: F) -> Result<RefMut<'b, U>, Self> {
        match f(unsafe { &mut *orig.ref_value }) {
            Some(value) => {
                let orig = mem::ManuallyDrop::new(orig);
                Ok(RefMut { ref_value: value, ref_borrow: orig.ref_borrow, ref_of: PhantomData })
            }
            None => Err(orig),
        }
    }
}

impl<'b, T: ?Sized> RefMut<'b, T> {
    /// The two halves count as one borrow that ends with the second: std counts them apart too.
    pub fn map_split<U: ?Sized, V: ?Sized, F: FnOnce(&mut T) -> (&mut U, &mut V)>(
        orig: RefMut<'b, T>,
        f: F,
    ) -> (RefMut<'b, U>, RefMut<'b, V>) {
        let (a, b) = f(unsafe { &mut *orig.ref_value });
        let (a, b): (*mut U, *mut V) = (a, b);
        let orig = mem::ManuallyDrop::new(orig);
        orig.ref_borrow.set(orig.ref_borrow.get() - 1);
        (
            RefMut { ref_value: a, ref_borrow: orig.ref_borrow, ref_of: PhantomData },
            RefMut { ref_value: b, ref_borrow: orig.ref_borrow, ref_of: PhantomData },
        )
    }
}
