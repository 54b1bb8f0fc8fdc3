//@ bug: undefined-behavior
//@ source: a pointer to a thread-local, used when its thread is gone
use std::cell::Cell;
use std::thread;

thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(3) };
}

struct Address(*const Cell<u32>);
unsafe impl Send for Address {}

fn main() {
    let address = thread::spawn(|| COUNT.with(|count| Address(count)))
        .join()
        .unwrap();
    println!("{}", unsafe { (*address.0).get() });
}
