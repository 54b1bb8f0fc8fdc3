//@ no-bug

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::thread;
use std::time::Duration;

fn reserve() -> Vec<String> {
    let mut all = Vec::new();
    let mut v = vec![1u32];
    all.push(format!("{:?}", v.try_reserve(usize::MAX)));
    all.push(format!("{}", v.try_reserve_exact(usize::MAX / 4).unwrap_err()));
    all.push(format!("{:?} {}", v.try_reserve(10), v.capacity() >= 11));
    all.push(format!("{:?}", String::new().try_reserve(isize::MAX as usize + 1)));
    all.push(format!("{:?}", VecDeque::<u64>::new().try_reserve(usize::MAX / 8)));
    all.push(format!("{:?}", HashMap::<u8, u8>::new().try_reserve(100)));
    all
}

fn main() {
    let cell = RefCell::new(1);
    let held = cell.borrow_mut();
    println!("{} {:?}", cell.try_borrow().unwrap_err(), cell.try_borrow());
    println!("{}", cell.try_borrow_mut().unwrap_err());
    drop(held);
    for line in thread::spawn(reserve).join().unwrap() {
        println!("{line}");
    }
    for seconds in [-1.0, f32::NAN, 1e30] {
        let error = Duration::try_from_secs_f32(seconds).unwrap_err();
        println!("{error:?} {error}");
    }
}
