//! A turnstile that counts who comes and who goes.

use macros::Counters;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

static GATE: Mutex<()> = Mutex::new(());

#[derive(Default, Counters)]
pub struct Passed {
    pub inwards: AtomicU32,
    pub outwards: AtomicU32,
    #[hidden]
    pub looked: AtomicU32,
}

/// In two steps, which others come between.
pub fn pass(counter: &AtomicU32) {
    let before = counter.load(Ordering::SeqCst);
    counter.store(before + 1, Ordering::SeqCst);
}

/// In two steps, one visitor at a time.
#[macros::under(GATE)]
pub fn pass_alone(counter: &AtomicU32) {
    let before = counter.load(Ordering::SeqCst);
    counter.store(before + 1, Ordering::SeqCst);
}

#[derive(Default)]
pub struct Gate(AtomicU32);

impl Gate {
    #[macros::under(GATE)]
    pub fn pass(&self) {
        pass(&self.0);
    }

    pub fn passed(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }
}

/// Who passes alone.
pub trait Alone {
    fn counter(&self) -> &AtomicU32;

    fn pass_back(&self);

    #[macros::under(GATE)]
    fn pass_twice(&self) {
        let before = self.counter().load(Ordering::SeqCst);
        self.counter().store(before + 2, Ordering::SeqCst);
    }
}

impl Alone for Gate {
    fn counter(&self) -> &AtomicU32 {
        &self.0
    }

    #[macros::under(GATE)]
    fn pass_back(&self) {
        pass(&self.0);
    }
}
