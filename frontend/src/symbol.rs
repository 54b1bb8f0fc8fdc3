//! Interned names.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::thread::LocalKey;

/// An interned string; equal symbols are the same text. Interned for the life of the process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

#[derive(Default)]
struct Interner {
    index: FxHashMap<&'static str, u32>,
    texts: Vec<&'static str>,
}

thread_local! {
    static INTERNER: RefCell<Interner> = RefCell::default();
}

/// Runs something that begins without any symbols; the present ones come back afterwards.
pub(crate) fn with_own_symbols<T>(run: impl FnOnce() -> T) -> T {
    with_own(&INTERNER, run)
}

/// Runs something that finds a variable of the thread as a new thread would; its present value comes back
/// afterwards.
pub(crate) fn with_own<V: Default + 'static, T>(
    variable: &'static LocalKey<RefCell<V>>,
    run: impl FnOnce() -> T,
) -> T {
    struct Restore<V: Default + 'static>(&'static LocalKey<RefCell<V>>, V);
    impl<V: Default> Drop for Restore<V> {
        fn drop(&mut self) {
            self.0.set(std::mem::take(&mut self.1));
        }
    }
    let _restore = Restore(variable, variable.take());
    run()
}

impl Symbol {
    /// The symbol for a text.
    pub fn new(text: &str) -> Symbol {
        INTERNER.with_borrow_mut(|interner| {
            if let Some(&index) = interner.index.get(text) {
                return Symbol(index);
            }
            let text: &'static str = Box::leak(text.into());
            let index = interner.texts.len() as u32;
            interner.texts.push(text);
            interner.index.insert(text, index);
            Symbol(index)
        })
    }

    /// Its text.
    pub fn as_str(self) -> &'static str {
        INTERNER.with_borrow(|interner| interner.texts[self.0 as usize])
    }
}

impl std::fmt::Display for Symbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
impl std::fmt::Debug for Symbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
