//@ no-bug
//@ source: memory for the layout of a type: elements with tags in the low bits of their addresses, distances in bytes, growing

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, realloc};
use std::mem::size_of;
use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};
use std::thread;

#[repr(align(64))]
struct Slot {
    state: AtomicU8,
    used: bool,
    next: *mut Slot,
}

struct Arena([Slot; 4]);

static HEAD: AtomicPtr<Slot> = AtomicPtr::new(std::ptr::null_mut());

fn push(slot: *mut Slot) {
    let mut current = HEAD.load(Ordering::Acquire);
    loop {
        unsafe { (*slot).next = current.map_addr(|address| address & !3) };
        let marked = slot.map_addr(|address| address | 1);
        match HEAD.compare_exchange(current, marked, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => return,
            Err(actual) => current = actual,
        }
    }
}

fn grow() {
    let layout = Layout::array::<u64>(2).unwrap();
    unsafe {
        let first = alloc_zeroed(layout).cast::<u64>();
        *first.add(1) = 7;
        let second = realloc(first.cast(), layout, 4 * size_of::<u64>()).cast::<u64>();
        *second.add(3) = 9;
        println!("{} {} {}", *second, *second.add(1), *second.add(3));
        dealloc(second.cast(), Layout::array::<u64>(4).unwrap());
    }
    println!("{:?} {}", layout, layout == Layout::from_size_align(16, 8).unwrap());
}

fn main() {
    grow();
    let layout = Layout::new::<Arena>();
    let arena = unsafe { alloc(layout) }.cast::<Arena>();
    let slots = unsafe {
        arena.write(Arena(
            [const {
                Slot {
                    state: AtomicU8::new(5),
                    used: false,
                    next: std::ptr::null_mut(),
                }
            }; 4],
        ));
        [&raw mut (*arena).0[1], &raw mut (*arena).0[3]]
    };
    let addresses = slots.map(|slot| slot.addr());
    thread::scope(|scope| {
        for address in addresses {
            scope.spawn(move || {
                let slot = std::ptr::with_exposed_provenance_mut::<Slot>(address);
                unsafe { (*slot).used = true };
                push(slot);
            });
        }
    });
    let mut at = HEAD.load(Ordering::Acquire).map_addr(|address| address & !3);
    let mut sum = 0;
    while !at.is_null() {
        let index = (at.addr() - arena.addr()) / size_of::<Slot>();
        unsafe {
            assert!((*at).used);
            sum += index * (*at).state.load(Ordering::Relaxed) as usize;
            at = (*at).next;
        }
    }
    println!("{sum}");
    unsafe { dealloc(arena.cast(), layout) };
}
