//@ no-bug

use std::panic::catch_unwind;
use std::thread;

const A: usize = 5;

fn sum() -> &'static i32 {
    &(3 + 4)
}

fn of_param<const N: usize>() -> &'static usize {
    &(N - 2)
}

fn compared() -> &'static bool {
    &(A > 2)
}

fn inverted() -> &'static u8 {
    &!7
}

fn listed() -> &'static [usize] {
    &[1 << 3, A | 1, A / 2, A % 3]
}

fn main() {
    let all = || println!("{} {} {} {} {:?}", sum(), of_param::<3>(), compared(), inverted(), listed());
    thread::spawn(all).join().unwrap();
    let product: &'static i32 = &(-6 * 7);
    thread::spawn(move || println!("{product}")).join().unwrap();
    // It overflows where it is used, and nowhere before.
    println!("{}", catch_unwind(|| *of_param::<1>()).is_err());
}
