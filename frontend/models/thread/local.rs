//! Thread-locals: initialized at first use, dropped at the end of their thread, last initialized first.
//!
//! Left out: the difference between `const` and lazy initializers.

use crate::cell::{Cell, RefCell, UnsafeCell};
use crate::error::Error;
use crate::fmt;
use crate::intrinsics;
use crate::mem::MaybeUninit;
use crate::vec::OwnList;

const INITIAL: u8 = 0;
const ALIVE: u8 = 1;
const DESTROYED: u8 = 2;

/// One thread's instance of a thread-local.
pub struct LocalStorage<T> {
    state: Cell<u8>,
    value: UnsafeCell<MaybeUninit<T>>,
}
unsafe impl<T> Sync for LocalStorage<T> {}
impl<T> LocalStorage<T> {
    pub const fn new() -> LocalStorage<T> {
        LocalStorage { state: Cell::new(INITIAL), value: UnsafeCell::new(MaybeUninit::uninit()) }
    }
}

/// What has to be dropped at the end of this thread.
struct Destructors {
    list: UnsafeCell<OwnList<(*mut (), fn(*mut (), u8))>>,
}
unsafe impl Sync for Destructors {}
#[thread_local]
static DESTRUCTORS: Destructors = Destructors { list: UnsafeCell::new(OwnList::new()) };

pub(crate) fn run_local_destructors() {
    end_locals(DESTROYED)
}
/// The same, of a thread that goes on with none.
pub(crate) fn renew_locals() {
    end_locals(INITIAL)
}
fn end_locals(state: u8) {
    let list = DESTRUCTORS.list.get();
    while let Some((storage, destroy)) = unsafe { (*list).pop() } {
        destroy(storage, state);
    }
    unsafe { *list = OwnList::new() };
}

fn destroy<T>(storage: *mut (), state: u8) {
    let storage = unsafe { &*(storage as *const LocalStorage<T>) };
    storage.state.set(DESTROYED);
    drop_local(storage.value.get() as *mut T);
    storage.state.set(state);
}

/// A panic here ends the process.
extern "C" fn drop_local<T>(value: *mut T) {
    unsafe { intrinsics::drop_in_place(value) }
}

pub struct LocalKey<T: 'static> {
    local_storage: fn() -> *const LocalStorage<T>,
    local_init: fn() -> T,
}

#[derive(Clone, Copy, Eq, PartialEq)]
pub struct AccessError;
impl fmt::Debug for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccessError").finish()
    }
}
impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("already destroyed")
    }
}
impl Error for AccessError {}

/// Makes the value and has it dropped at the end.
fn initialize<T>(storage: &LocalStorage<T>, value: T) {
    let again = storage.state.get() == ALIVE;
    let slot = storage.value.get() as *mut T;
    if again {
        // The initializer used the thread-local itself: its value is replaced, as in std.
        drop(unsafe { crate::ptr::replace(slot, value) });
        return;
    }
    unsafe { intrinsics::write(slot, value) };
    storage.state.set(ALIVE);
    if crate::mem::needs_drop::<T>() {
        let entry: (*mut (), fn(*mut (), u8)) = (storage as *const LocalStorage<T> as *mut (), destroy::<T>);
        unsafe { (*DESTRUCTORS.list.get()).push(entry) };
    }
}

impl<T: 'static> LocalKey<T> {
    pub const fn new(storage: fn() -> *const LocalStorage<T>, init: fn() -> T) -> LocalKey<T> {
        LocalKey { local_storage: storage, local_init: init }
    }
    #[track_caller]
    pub fn with<F, R>(&'static self, f: F) -> R
    where
        F: FnOnce(&T) -> R,
    {
        match self.try_with(f) {
            Ok(r) => r,
            Err(err) => panic_access_error(err),
        }
    }
    pub fn try_with<F, R>(&'static self, f: F) -> Result<R, AccessError>
    where
        F: FnOnce(&T) -> R,
    {
        let storage = unsafe { &*(self.local_storage)() };
        if storage.state.get() == DESTROYED {
            return Err(AccessError);
        }
        if storage.state.get() == INITIAL {
            initialize(storage, (self.local_init)());
        }
        Ok(f(unsafe { &*(storage.value.get() as *const T) }))
    }
    /// Puts a value there; the initializer does not run if there is none yet.
    fn initialize_with<F, R>(&'static self, init: T, f: F) -> R
    where
        F: FnOnce(Option<T>, &T) -> R,
    {
        let storage = unsafe { &*(self.local_storage)() };
        let mut init = Some(init);
        if storage.state.get() == DESTROYED {
            panic_access_error(AccessError);
        }
        if storage.state.get() == INITIAL {
            initialize(storage, init.take().unwrap());
        }
        f(init, unsafe { &*(storage.value.get() as *const T) })
    }
}

#[track_caller]
fn panic_access_error(err: AccessError) -> ! {
    panic!("cannot access a Thread Local Storage value during or after destruction: {:?}", err)
}

impl<T: 'static> LocalKey<Cell<T>> {
    pub fn set(&'static self, value: T) {
        self.initialize_with(Cell::new(value), |value, cell| {
            if let Some(value) = value {
                cell.set(value.into_inner());
            }
        })
    }
    pub fn get(&'static self) -> T
    where
        T: Copy,
    {
        self.with(|cell| cell.get())
    }
    pub fn take(&'static self) -> T
    where
        T: Default,
    {
        self.with(|cell| cell.take())
    }
    pub fn replace(&'static self, value: T) -> T {
        self.with(|cell| cell.replace(value))
    }
    pub fn update(&'static self, f: impl FnOnce(T) -> T)
    where
        T: Copy,
    {
        self.with(|cell| cell.update(f))
    }
}
impl<T: 'static> LocalKey<RefCell<T>> {
    pub fn with_borrow<F, R>(&'static self, f: F) -> R
    where
        F: FnOnce(&T) -> R,
    {
        self.with(|cell| f(&*cell.borrow()))
    }
    pub fn with_borrow_mut<F, R>(&'static self, f: F) -> R
    where
        F: FnOnce(&mut T) -> R,
    {
        self.with(|cell| f(&mut *cell.borrow_mut()))
    }
    pub fn set(&'static self, value: T) {
        self.initialize_with(RefCell::new(value), |value, cell| {
            if let Some(value) = value {
                *cell.borrow_mut() = value.into_inner();
            }
        })
    }
    pub fn take(&'static self) -> T
    where
        T: Default,
    {
        self.with(|cell| cell.take())
    }
    pub fn replace(&'static self, value: T) -> T {
        self.with(|cell| cell.replace(value))
    }
}
impl<T: 'static> fmt::Debug for LocalKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalKey").finish_non_exhaustive()
    }
}
