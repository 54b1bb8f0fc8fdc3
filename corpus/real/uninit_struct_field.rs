//@ bug: undefined-behavior
//@ source: a struct assumed initialized after one field of two

use std::mem::MaybeUninit;
struct Conf {
    retries: u32,
    verbose: bool,
}
fn main() {
    let mut c = MaybeUninit::<Conf>::uninit();
    unsafe {
        std::ptr::addr_of_mut!((*c.as_mut_ptr()).retries).write(3);
    }
    let c = unsafe { c.assume_init() };
    println!("{}", c.retries);
    if c.verbose {
        println!("verbose");
    }
}
