//! `once_cell`: `sync` over the machine's once cells, `unsync` over plain ones.
//!
//! Left out: `race`, `sync::OnceCell::wait`, `get_unchecked`.

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
    }
    impl<T, F: FnOnce() -> T> Lazy<T, F> {
        #[track_caller]
        pub fn force(this: &Lazy<T, F>) -> &T {
            this.unsync_lazy.get_or_init(|| match this.unsync_init.replace(None) {
                Some(f) => f(),
                None => panic!("Lazy instance has previously been poisoned"),
            })
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
            Lazy::force(self);
            self.unsync_lazy.get_mut().unwrap()
        }
    }
    impl<T: Default> Default for Lazy<T> {
        fn default() -> Lazy<T> {
            Lazy::new(T::default)
        }
    }
}
