//@ no-bug
//@ source: a lock in the two low bits of a pointer kept in an AtomicUsize

use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::thread;

const LOCKED: usize = 1;
const DIRTY: usize = 2;

#[repr(align(4))]
struct Config {
    name: &'static str,
    limit: u16,
}

struct Cell(AtomicUsize);

impl Cell {
    fn new(config: Config) -> Cell {
        Cell(AtomicUsize::new(Box::into_raw(Box::new(config)) as usize))
    }

    fn with<R>(&self, act: impl FnOnce(&mut Config, &mut bool) -> R) -> R {
        let word = loop {
            let word = self.0.load(Relaxed) & !LOCKED;
            if self
                .0
                .compare_exchange_weak(word, word | LOCKED, Acquire, Relaxed)
                .is_ok()
            {
                break word;
            }
            std::hint::spin_loop();
        };
        let mut dirty = word & DIRTY != 0;
        let config = (word & !(LOCKED | DIRTY)) as *mut Config;
        let result = act(unsafe { &mut *config }, &mut dirty);
        self.0
            .store(config as usize | if dirty { DIRTY } else { 0 }, Release);
        result
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        let word = *self.0.get_mut();
        assert_eq!(word & LOCKED, 0);
        drop(unsafe { Box::from_raw((word & !3) as *mut Config) });
    }
}

fn main() {
    let cell = Cell::new(Config {
        name: "start",
        limit: 1,
    });
    thread::scope(|s| {
        s.spawn(|| {
            cell.with(|c, dirty| {
                c.limit *= 2;
                *dirty = true;
            })
        });
        cell.with(|c, dirty| {
            c.limit += 3;
            c.name = if *dirty { "second" } else { "first" };
        });
    });
    cell.with(|c, dirty| {
        assert!(*dirty);
        assert_eq!(c.limit, if c.name == "first" { 8 } else { 5 });
    });
}
