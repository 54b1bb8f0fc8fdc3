//@ no-bug
//@ source: a once-cell by hand whose first initializer may panic
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU8, Ordering::*};
pub struct Once<T> {
    st: AtomicU8,
    v: UnsafeCell<MaybeUninit<T>>,
}
unsafe impl<T: Send + Sync> Sync for Once<T> {}
impl<T> Once<T> {
    pub const fn new() -> Self {
        Once {
            st: AtomicU8::new(0),
            v: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }
    pub fn get_or_init(&self, f: impl FnOnce() -> T) -> &T {
        struct Reset<'a>(&'a AtomicU8, u8);
        impl Drop for Reset<'_> {
            fn drop(&mut self) {
                self.0.store(self.1, Release)
            }
        }
        loop {
            match self.st.compare_exchange(0, 1, Acquire, Acquire) {
                Ok(_) => {
                    let mut r = Reset(&self.st, 0);
                    unsafe {
                        self.v.get().cast::<T>().write(f());
                    }
                    r.1 = 2;
                    drop(r);
                    break;
                }
                Err(2) => break,
                Err(1) => std::thread::yield_now(),
                Err(_) => unreachable!(),
            }
        }
        unsafe { (*self.v.get()).assume_init_ref() }
    }
}
impl<T> Drop for Once<T> {
    fn drop(&mut self) {
        if *self.st.get_mut() == 2 {
            unsafe { self.v.get_mut().assume_init_drop() }
        }
    }
}
static O: Once<String> = Once::new();
fn main() {
    let t =
        std::thread::spawn(|| std::panic::catch_unwind(|| O.get_or_init(|| panic!("no")).len()));
    let s = O.get_or_init(|| "yes".to_string());
    assert_eq!(s, "yes");
    let r = t.join().unwrap();
    if let Ok(n) = r {
        assert_eq!(n, 3);
    }
    assert_eq!(O.get_or_init(String::new).len(), 3);
    let l = Once::new();
    l.get_or_init(|| vec![1]);
}
