//@ bug: panic
//@ message: "in the child"
//@ with: --child-panic propagate => no-bug
//@ source: the parent expects its child to fail

use std::thread;

fn main() {
    let r = thread::spawn(|| {
        if true {
            panic!("in the child");
        }
        5
    })
    .join();
    match r {
        Ok(n) => println!("{n}"),
        Err(e) => println!("{:?}", e.downcast_ref::<&str>()),
    }
}
