//@ no-bug
//@ source: random bytes by way of `syscall`, as the versions of `rand` before 0.7 ask for them

use std::os::raw::c_long;
use std::thread;

const GETRANDOM: c_long = 318;

extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
}

fn fill(bytes: &mut [u8]) -> c_long {
    unsafe { syscall(GETRANDOM, bytes.as_mut_ptr(), bytes.len(), 0) }
}

fn main() {
    let drawn = thread::spawn(|| {
        let mut bytes = [0; 16];
        (fill(&mut bytes), bytes)
    });
    let mut more = [0; 4];
    assert_eq!(fill(&mut more), 4);
    let (count, bytes) = drawn.join().unwrap();
    let is_there = unsafe { syscall(GETRANDOM, std::ptr::null::<u8>(), 0usize, 1) };
    assert_eq!(is_there, 0);
    println!("{count} {}", bytes.iter().any(|&byte| byte != 0));
}
