//! Lockers with two doors each, and tests that come out in every way.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A locker is opened at both of its doors, or not at all.
#[derive(Default)]
pub struct Locker {
    front: Mutex<u32>,
    back: Mutex<u32>,
}

impl Locker {
    /// Opens the front door first.
    pub fn open(&self) -> (MutexGuard<'_, u32>, MutexGuard<'_, u32>) {
        (self.front.lock().unwrap(), self.back.lock().unwrap())
    }

    /// Opens the back door first: two who meet in the middle wait for ever.
    pub fn open_from_behind(&self) -> (MutexGuard<'_, u32>, MutexGuard<'_, u32>) {
        let back = self.back.lock().unwrap();
        (self.front.lock().unwrap(), back)
    }

    /// What is in it, even if somebody panicked at the door.
    pub fn content(&self) -> u32 {
        *self.front.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many people use a locker at once.
pub const PEOPLE: usize = if cfg!(crowded) { 3 } else { 2 };

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn from_both_sides() {
        let locker = Locker::default();
        thread::scope(|scope| {
            scope.spawn(|| drop(locker.open()));
            scope.spawn(|| drop(locker.open_from_behind()));
        });
    }

    #[test]
    fn from_one_side() -> Result<(), String> {
        let locker = Locker::default();
        thread::scope(|scope| {
            for _ in 0..PEOPLE {
                scope.spawn(|| *locker.open().0 += 1);
            }
        });
        match locker.content() as usize {
            PEOPLE => Ok(()),
            other => Err(format!("{other} people came")),
        }
    }

    #[test]
    fn empty() {
        assert_eq!(Locker::default().content(), 0);
    }

    #[test]
    #[ignore = "takes long"]
    fn patient() {
        thread::spawn(|| ()).join().unwrap();
    }

    #[test]
    #[should_panic(expected = "a guest")]
    fn guests_panic() {
        let guest = thread::spawn(|| assert!(PEOPLE > 5, "a guest is lost"));
        if let Err(payload) = guest.join() {
            std::panic::resume_unwind(payload);
        }
    }

    #[test]
    #[should_panic]
    fn nobody_panics() {
        thread::spawn(|| ()).join().unwrap();
    }

    #[cfg(doors = "two")]
    #[test]
    fn two_doors() {
        assert!(thread::spawn(|| true).join().unwrap());
    }
}
