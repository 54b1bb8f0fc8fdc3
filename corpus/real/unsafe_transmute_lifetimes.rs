//@ no-bug
//@ source: transmute of lifetimes, function pointers and arrays of equal layout

use std::mem;
use std::thread;

fn double(x: u32) -> u32 {
    x * 2
}

#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Meters(u32);

/// Runs a borrowing closure on another thread and waits for it.
fn run_and_wait(work: &(dyn Fn() -> u32 + Sync)) -> u32 {
    let forever: &'static (dyn Fn() -> u32 + Sync) = unsafe { mem::transmute(work) };
    thread::spawn(move || forever()).join().unwrap()
}

fn main() {
    let numbers = vec![1, 2, 3];
    println!("{}", run_and_wait(&|| numbers.iter().sum()));
    let address = double as fn(u32) -> u32 as usize;
    let function: fn(u32) -> u32 = unsafe { mem::transmute(address) };
    println!("{}", function(21));
    let lengths: [Meters; 2] = unsafe { mem::transmute([3u32, 4]) };
    println!("{:?} {}", lengths, lengths[1] == Meters(4));
    let slice: &[u32] = unsafe { &*(&lengths[..] as *const [Meters] as *const [u32]) };
    println!("{slice:?}");
}
