//@ no-bug

use std::cell::{Cell, RefCell};
use std::thread;

thread_local! {
    static COUNT: Cell<u32> = Cell::new(1);
    static NAMES: RefCell<Vec<&'static str>> = RefCell::new(vec!["first"]);
    static FIXED: Cell<u8> = const { Cell::new(9) };
}

struct Noisy(&'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

thread_local! {
    static NOISY: Noisy = {
        println!("init");
        Noisy("thread local")
    };
}

fn bump() -> u32 {
    COUNT.with(|c| {
        c.set(c.get() + 1);
        c.get()
    })
}

fn main() {
    println!("{} {}", bump(), bump());
    println!("{}", thread::spawn(bump).join().unwrap());
    println!("{}", bump());
    NAMES.with(|n| n.borrow_mut().push("main"));
    let other = thread::spawn(|| {
        NAMES.with_borrow_mut(|n| n.push("child"));
        NAMES.with_borrow(|n| n.clone())
    });
    println!("{:?}", other.join().unwrap());
    println!("{:?}", NAMES.take());
    println!("{} {}", COUNT.get(), FIXED.replace(1));
    COUNT.set(50);
    println!("{}", COUNT.with(Cell::get));
    thread::spawn(|| {
        println!("before");
        NOISY.with(|n| println!("using {}", n.0));
    })
    .join()
    .unwrap();
    println!("end");
}
