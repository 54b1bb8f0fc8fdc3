//! `once_cell`: `sync` over the machine's once cells, `unsync` over plain ones, `race` over atomics.

pub mod sync {
    use crate::cell::Cell;
    use crate::fmt;
    use crate::intrinsics;
    use crate::ops::{Deref, DerefMut};
    use crate::sync::OnceLock;

    pub struct OnceCell<T> {
        cell_lock: OnceLock<T>,
    }
    impl<T> OnceCell<T> {
        pub const fn new() -> OnceCell<T> {
            OnceCell { cell_lock: OnceLock::new() }
        }
        pub fn with_value(value: T) -> OnceCell<T> {
            OnceCell { cell_lock: OnceLock::from(value) }
        }
        pub fn get(&self) -> Option<&T> {
            self.cell_lock.get()
        }
        pub fn get_mut(&mut self) -> Option<&mut T> {
            self.cell_lock.get_mut()
        }
        pub fn set(&self, value: T) -> Result<(), T> {
            self.cell_lock.set(value)
        }
        pub fn try_insert(&self, value: T) -> Result<&T, (&T, T)> {
            self.cell_lock.try_insert(value)
        }
        pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T {
            self.cell_lock.get_or_init(f)
        }
        /// An error or a panic of `f` leaves the cell empty.
        pub fn get_or_try_init<F: FnOnce() -> Result<T, E>, E>(&self, f: F) -> Result<&T, E> {
            let once = &self.cell_lock.raw;
            if unsafe { intrinsics::once_begin(once) } != 0 {
                let mut completion =
                    crate::sync::once::Completion { once, end: crate::sync::once::NEW_AGAIN };
                let value = f()?;
                unsafe { (*self.cell_lock.content.get()).write(value) };
                completion.end = crate::sync::once::COMPLETE;
            }
            Ok(unsafe { (*self.cell_lock.content.get()).assume_init_ref() })
        }
        pub fn wait(&self) -> &T {
            self.cell_lock.wait()
        }
        pub unsafe fn get_unchecked(&self) -> &T {
            unsafe { (*self.cell_lock.content.get()).assume_init_ref() }
        }
        pub fn take(&mut self) -> Option<T> {
            self.cell_lock.take()
        }
        pub fn into_inner(self) -> Option<T> {
            self.cell_lock.into_inner()
        }
    }
    impl<T> Default for OnceCell<T> {
        fn default() -> OnceCell<T> {
            OnceCell::new()
        }
    }
    impl<T> From<T> for OnceCell<T> {
        fn from(value: T) -> OnceCell<T> {
            OnceCell::with_value(value)
        }
    }
    impl<T: Clone> Clone for OnceCell<T> {
        fn clone(&self) -> OnceCell<T> {
            OnceCell { cell_lock: self.cell_lock.clone() }
        }
    }
    impl<T: PartialEq> PartialEq for OnceCell<T> {
        fn eq(&self, other: &OnceCell<T>) -> bool {
            self.get() == other.get()
        }
    }
    impl<T: Eq> Eq for OnceCell<T> {}
    impl<T: fmt::Debug> fmt::Debug for OnceCell<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self.get() {
                Some(value) => f.debug_tuple("OnceCell").field(value).finish(),
                None => f.write_str("OnceCell(Uninit)"),
            }
        }
    }

    pub struct Lazy<T, F = fn() -> T> {
        lazy_cell: OnceCell<T>,
        lazy_init: Cell<Option<F>>,
    }
    unsafe impl<T, F: Send> Sync for Lazy<T, F> {}
    impl<T, F> Lazy<T, F> {
        pub const fn new(f: F) -> Lazy<T, F> {
            Lazy { lazy_cell: OnceCell::new(), lazy_init: Cell::new(Some(f)) }
        }
        pub fn get(this: &Lazy<T, F>) -> Option<&T> {
            this.lazy_cell.get()
        }
        pub fn get_mut(this: &mut Lazy<T, F>) -> Option<&mut T> {
            this.lazy_cell.get_mut()
        }
        /// The value, or the function that would have made it.
        pub fn into_value(this: Lazy<T, F>) -> Result<T, F> {
            let init = this.lazy_init.replace(None);
            this.lazy_cell.into_inner().ok_or_else(|| {
                init.unwrap_or_else(|| panic!("Lazy instance has previously been poisoned"))
            })
        }
    }
    impl<T, F: FnOnce() -> T> Lazy<T, F> {
        #[track_caller]
        pub fn force(this: &Lazy<T, F>) -> &T {
            this.lazy_cell.get_or_init(|| match this.lazy_init.replace(None) {
                Some(f) => f(),
                None => panic!("Lazy instance has previously been poisoned"),
            })
        }
        pub fn force_mut(this: &mut Lazy<T, F>) -> &mut T {
            Lazy::force(this);
            this.lazy_cell.get_mut().unwrap()
        }
    }
    impl<T, F: FnOnce() -> T> Deref for Lazy<T, F> {
        type Target = T;
        #[track_caller]
        fn deref(&self) -> &T {
            Lazy::force(self)
        }
    }
    impl<T, F: FnOnce() -> T> DerefMut for Lazy<T, F> {
        fn deref_mut(&mut self) -> &mut T {
            Lazy::force_mut(self)
        }
    }
    impl<T: Default> Default for Lazy<T> {
        fn default() -> Lazy<T> {
            Lazy::new(T::default)
        }
    }
    impl<T: fmt::Debug, F> fmt::Debug for Lazy<T, F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("Lazy").field("cell", &self.lazy_cell).field("init", &"..").finish()
        }
    }
}

pub mod unsync {
    use crate::cell::Cell;
    use crate::fmt;
    use crate::ops::{Deref, DerefMut};
    use crate::cell::OnceCell as StdOnceCell;

    pub struct OnceCell<T> {
        unsync_cell: StdOnceCell<T>,
    }
    impl<T> OnceCell<T> {
        pub const fn new() -> OnceCell<T> {
            OnceCell { unsync_cell: StdOnceCell::new() }
        }
        pub fn with_value(value: T) -> OnceCell<T> {
            OnceCell { unsync_cell: StdOnceCell::from(value) }
        }
        pub fn get(&self) -> Option<&T> {
            self.unsync_cell.get()
        }
        pub fn get_mut(&mut self) -> Option<&mut T> {
            self.unsync_cell.get_mut()
        }
        pub fn set(&self, value: T) -> Result<(), T> {
            self.unsync_cell.set(value)
        }
        pub fn try_insert(&self, value: T) -> Result<&T, (&T, T)> {
            match self.get() {
                Some(old) => Err((old, value)),
                None => Ok(self.get_or_init(|| value)),
            }
        }
        #[track_caller]
        pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T {
            self.unsync_cell.get_or_init(f)
        }
        #[track_caller]
        pub fn get_or_try_init<F: FnOnce() -> Result<T, E>, E>(&self, f: F) -> Result<&T, E> {
            if self.get().is_none() {
                let value = f()?;
                if self.set(value).is_err() {
                    panic!("reentrant init");
                }
            }
            Ok(self.get().unwrap())
        }
        pub fn take(&mut self) -> Option<T> {
            self.unsync_cell.take()
        }
        pub fn into_inner(self) -> Option<T> {
            self.unsync_cell.into_inner()
        }
    }
    impl<T> Default for OnceCell<T> {
        fn default() -> OnceCell<T> {
            OnceCell::new()
        }
    }
    impl<T> From<T> for OnceCell<T> {
        fn from(value: T) -> OnceCell<T> {
            OnceCell::with_value(value)
        }
    }
    impl<T: Clone> Clone for OnceCell<T> {
        fn clone(&self) -> OnceCell<T> {
            OnceCell { unsync_cell: self.unsync_cell.clone() }
        }
    }
    impl<T: PartialEq> PartialEq for OnceCell<T> {
        fn eq(&self, other: &OnceCell<T>) -> bool {
            self.get() == other.get()
        }
    }
    impl<T: Eq> Eq for OnceCell<T> {}
    impl<T: fmt::Debug> fmt::Debug for OnceCell<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self.get() {
                Some(value) => f.debug_tuple("OnceCell").field(value).finish(),
                None => f.write_str("OnceCell(Uninit)"),
            }
        }
    }

    pub struct Lazy<T, F = fn() -> T> {
        unsync_lazy: OnceCell<T>,
        unsync_init: Cell<Option<F>>,
    }
    impl<T, F> Lazy<T, F> {
        pub const fn new(f: F) -> Lazy<T, F> {
            Lazy { unsync_lazy: OnceCell::new(), unsync_init: Cell::new(Some(f)) }
        }
        pub fn get(this: &Lazy<T, F>) -> Option<&T> {
            this.unsync_lazy.get()
        }
        pub fn get_mut(this: &mut Lazy<T, F>) -> Option<&mut T> {
            this.unsync_lazy.get_mut()
        }
        /// The value, or the function that would have made it.
        pub fn into_value(this: Lazy<T, F>) -> Result<T, F> {
            let init = this.unsync_init.replace(None);
            this.unsync_lazy.into_inner().ok_or_else(|| {
                init.unwrap_or_else(|| panic!("Lazy instance has previously been poisoned"))
            })
        }
    }
    impl<T, F: FnOnce() -> T> Lazy<T, F> {
        #[track_caller]
        pub fn force(this: &Lazy<T, F>) -> &T {
            this.unsync_lazy.get_or_init(|| match this.unsync_init.replace(None) {
                Some(f) => f(),
                None => panic!("Lazy instance has previously been poisoned"),
            })
        }
        pub fn force_mut(this: &mut Lazy<T, F>) -> &mut T {
            Lazy::force(this);
            this.unsync_lazy.get_mut().unwrap()
        }
    }
    impl<T, F: FnOnce() -> T> Deref for Lazy<T, F> {
        type Target = T;
        #[track_caller]
        fn deref(&self) -> &T {
            Lazy::force(self)
        }
    }
    impl<T, F: FnOnce() -> T> DerefMut for Lazy<T, F> {
        fn deref_mut(&mut self) -> &mut T {
            Lazy::force_mut(self)
        }
    }
    impl<T: Default> Default for Lazy<T> {
        fn default() -> Lazy<T> {
            Lazy::new(T::default)
        }
    }
    impl<T: fmt::Debug, F> fmt::Debug for Lazy<T, F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("Lazy").field("cell", &self.unsync_lazy).field("init", &"..").finish()
        }
    }
}

/// Cells that several threads may initialize at once: the first value counts.
pub mod race {
    use crate::boxed::Box;
    use crate::fmt;
    use crate::marker::PhantomData;
    use crate::num::NonZeroUsize;
    use crate::ptr;
    use crate::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

    #[derive(Default, Debug)]
    pub struct OnceNonZeroUsize {
        inner: AtomicUsize,
    }
    impl OnceNonZeroUsize {
        pub const fn new() -> OnceNonZeroUsize {
            OnceNonZeroUsize { inner: AtomicUsize::new(0) }
        }
        pub fn get(&self) -> Option<NonZeroUsize> {
            NonZeroUsize::new(self.inner.load(Ordering::Acquire))
        }
        /// Sound where another thread has initialized it, and this one knows.
        pub unsafe fn get_unchecked(&self) -> NonZeroUsize {
            unsafe { NonZeroUsize::new_unchecked(self.inner.load(Ordering::Relaxed)) }
        }
        pub fn set(&self, value: NonZeroUsize) -> Result<(), ()> {
            self.put(value).map_err(drop)
        }
        pub fn get_or_init<F: FnOnce() -> NonZeroUsize>(&self, f: F) -> NonZeroUsize {
            match self.get() {
                Some(value) => value,
                None => self.first(f()),
            }
        }
        pub fn get_or_try_init<F, E>(&self, f: F) -> Result<NonZeroUsize, E>
        where
            F: FnOnce() -> Result<NonZeroUsize, E>,
        {
            match self.get() {
                Some(value) => Ok(value),
                None => Ok(self.first(f()?)),
            }
        }
        fn first(&self, value: NonZeroUsize) -> NonZeroUsize {
            match self.put(value) {
                Ok(()) => value,
                Err(first) => first,
            }
        }
        /// Puts a value where there is none yet, or says which is there.
        fn put(&self, value: NonZeroUsize) -> Result<(), NonZeroUsize> {
            let new = value.get();
            let set = self.inner.compare_exchange(0, new, Ordering::AcqRel, Ordering::Acquire);
            set.map(drop).map_err(|first| unsafe { NonZeroUsize::new_unchecked(first) })
        }
    }

    #[derive(Default, Debug)]
    pub struct OnceBool {
        inner: OnceNonZeroUsize,
    }
    impl OnceBool {
        pub const fn new() -> OnceBool {
            OnceBool { inner: OnceNonZeroUsize::new() }
        }
        pub fn get(&self) -> Option<bool> {
            self.inner.get().map(decoded)
        }
        pub fn set(&self, value: bool) -> Result<(), ()> {
            self.inner.set(encoded(value))
        }
        pub fn get_or_init<F: FnOnce() -> bool>(&self, f: F) -> bool {
            decoded(self.inner.get_or_init(|| encoded(f())))
        }
        pub fn get_or_try_init<F, E>(&self, f: F) -> Result<bool, E>
        where
            F: FnOnce() -> Result<bool, E>,
        {
            self.inner.get_or_try_init(|| f().map(encoded)).map(decoded)
        }
    }
    fn decoded(value: NonZeroUsize) -> bool {
        value.get() == 1
    }
    fn encoded(value: bool) -> NonZeroUsize {
        let code = if value { 1 } else { 2 };
        unsafe { NonZeroUsize::new_unchecked(code) }
    }

    pub struct OnceRef<'a, T> {
        inner: AtomicPtr<T>,
        _lives: PhantomData<crate::cell::UnsafeCell<&'a T>>,
    }
    unsafe impl<T: Sync> Sync for OnceRef<'_, T> {}
    impl<'a, T> OnceRef<'a, T> {
        pub const fn new() -> OnceRef<'a, T> {
            OnceRef { inner: AtomicPtr::new(ptr::null_mut()), _lives: PhantomData }
        }
        pub fn get(&self) -> Option<&'a T> {
            unsafe { self.inner.load(Ordering::Acquire).as_ref() }
        }
        pub fn set(&self, value: &'a T) -> Result<(), ()> {
            first(&self.inner, value as *const T as *mut T).map_err(drop)
        }
        pub fn get_or_init<F: FnOnce() -> &'a T>(&self, f: F) -> &'a T {
            match self.get() {
                Some(value) => value,
                None => self.first(f()),
            }
        }
        pub fn get_or_try_init<F, E>(&self, f: F) -> Result<&'a T, E>
        where
            F: FnOnce() -> Result<&'a T, E>,
        {
            match self.get() {
                Some(value) => Ok(value),
                None => Ok(self.first(f()?)),
            }
        }
        fn first(&self, value: &'a T) -> &'a T {
            match first(&self.inner, value as *const T as *mut T) {
                Ok(()) => value,
                Err(there) => unsafe { &*there },
            }
        }
    }
    impl<T> Default for OnceRef<'_, T> {
        fn default() -> Self {
            OnceRef::new()
        }
    }
    impl<T> fmt::Debug for OnceRef<'_, T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "OnceRef({:?})", self.inner)
        }
    }

    pub struct OnceBox<T> {
        inner: AtomicPtr<T>,
        _owned: PhantomData<Option<Box<T>>>,
    }
    unsafe impl<T: Sync + Send> Sync for OnceBox<T> {}
    impl<T> OnceBox<T> {
        pub const fn new() -> OnceBox<T> {
            OnceBox { inner: AtomicPtr::new(ptr::null_mut()), _owned: PhantomData }
        }
        pub fn with_value(value: Box<T>) -> OnceBox<T> {
            OnceBox { inner: AtomicPtr::new(Box::into_raw(value)), _owned: PhantomData }
        }
        pub fn get(&self) -> Option<&T> {
            unsafe { self.inner.load(Ordering::Acquire).as_ref() }
        }
        pub fn set(&self, value: Box<T>) -> Result<(), Box<T>> {
            let new = Box::into_raw(value);
            first(&self.inner, new).map_err(|_| unsafe { Box::from_raw(new) })
        }
        pub fn get_or_init<F: FnOnce() -> Box<T>>(&self, f: F) -> &T {
            match self.get() {
                Some(value) => value,
                None => self.first(f()),
            }
        }
        pub fn get_or_try_init<F, E>(&self, f: F) -> Result<&T, E>
        where
            F: FnOnce() -> Result<Box<T>, E>,
        {
            match self.get() {
                Some(value) => Ok(value),
                None => Ok(self.first(f()?)),
            }
        }
        fn first(&self, value: Box<T>) -> &T {
            let new = Box::into_raw(value);
            let there = match first(&self.inner, new) {
                Ok(()) => new,
                Err(there) => {
                    drop(unsafe { Box::from_raw(new) });
                    there
                }
            };
            unsafe { &*there }
        }
    }
    impl<T> Drop for OnceBox<T> {
        fn drop(&mut self) {
            let there = *self.inner.get_mut();
            if !there.is_null() {
                drop(unsafe { Box::from_raw(there) });
            }
        }
    }
    impl<T: Clone> Clone for OnceBox<T> {
        fn clone(&self) -> OnceBox<T> {
            match self.get() {
                Some(value) => OnceBox::with_value(Box::new(value.clone())),
                None => OnceBox::new(),
            }
        }
    }
    impl<T> Default for OnceBox<T> {
        fn default() -> OnceBox<T> {
            OnceBox::new()
        }
    }
    impl<T> fmt::Debug for OnceBox<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "OnceBox({:?})", self.inner.load(Ordering::Relaxed))
        }
    }

    /// Puts a pointer where there is none yet, or says which is there.
    fn first<T>(place: &AtomicPtr<T>, new: *mut T) -> Result<(), *mut T> {
        let set =
            place.compare_exchange(ptr::null_mut(), new, Ordering::AcqRel, Ordering::Acquire);
        set.map(drop)
    }
}
