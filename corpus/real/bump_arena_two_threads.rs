//@ no-bug
//@ source: an arena that hands out typed places from one block of bytes to two threads

use std::alloc::{alloc, dealloc, Layout};
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::thread;

struct Arena {
    start: *mut u8,
    used: AtomicUsize,
    layout: Layout,
}
unsafe impl Sync for Arena {}

impl Arena {
    fn new(bytes: usize) -> Arena {
        let layout = Layout::from_size_align(bytes, 16).unwrap();
        Arena {
            start: unsafe { alloc(layout) },
            used: AtomicUsize::new(0),
            layout,
        }
    }

    fn place<T: Copy>(&self, value: T) -> Option<&mut T> {
        let layout = Layout::new::<T>();
        let mut used = self.used.load(Relaxed);
        loop {
            let at = (used + layout.align() - 1) & !(layout.align() - 1);
            let end = at + layout.size();
            if end > self.layout.size() {
                return None;
            }
            match self.used.compare_exchange(used, end, Relaxed, Relaxed) {
                Ok(_) => unsafe {
                    let place = self.start.add(at).cast::<T>();
                    place.write(value);
                    return Some(&mut *place);
                },
                Err(now) => used = now,
            }
        }
    }

    fn slice(&self, from: &[u32]) -> Option<&mut [u32]> {
        let bytes = std::mem::size_of_val(from);
        let at = self.used.fetch_add(bytes + 4, Relaxed).next_multiple_of(4);
        if at + bytes > self.layout.size() {
            return None;
        }
        unsafe {
            let place = self.start.add(at).cast::<u32>();
            std::ptr::copy_nonoverlapping(from.as_ptr(), place, from.len());
            Some(std::slice::from_raw_parts_mut(place, from.len()))
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        unsafe { dealloc(self.start, self.layout) };
    }
}

fn main() {
    let arena = Arena::new(64);
    thread::scope(|s| {
        s.spawn(|| {
            let pair = arena.place((1u8, 2u64)).unwrap();
            pair.1 += u64::from(pair.0);
            assert_eq!(*pair, (1, 3));
        });
        let list = arena.slice(&[1, 2, 3]).unwrap();
        list[1] = 20;
        assert_eq!(list.iter().sum::<u32>(), 24);
        let flag = arena.place(true).unwrap();
        assert!(*flag);
    });
    assert!(arena.place([0u64; 4]).is_none());
}
