//@ no-bug
//@ args: --child-panic propagate

use std::any::Any;
use std::panic;
use std::thread;

fn text(e: &(dyn Any + Send)) -> String {
    e.downcast_ref::<&str>()
        .map(|s| s.to_string())
        .or_else(|| e.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown".into())
}

fn main() {
    let r = thread::spawn(|| panic!("static text")).join();
    println!("{}", text(&*r.unwrap_err()));
    let r = thread::spawn(|| {
        let n = 4;
        if n > 3 {
            panic!("n = {n}");
        }
    })
    .join();
    println!("{}", text(r.unwrap_err().as_ref()));
    let r = thread::spawn(|| panic::panic_any(17i32)).join();
    println!("{:?}", r.unwrap_err().downcast::<i32>().ok());
    let r = thread::spawn(|| {
        let v: Vec<i32> = vec![];
        v[0]
    })
    .join();
    println!("{}", text(&*r.unwrap_err()));
    let ok = thread::spawn(|| panic::catch_unwind(|| panic!("caught there")).is_err()).join();
    println!("{}", ok.unwrap());
    let caught = thread::scope(|s| s.spawn(|| -> u8 { panic!("in scope") }).join().is_err());
    println!("{caught}");
    let outer = thread::spawn(|| {
        let inner = thread::spawn(|| panic!("innermost")).join();
        match inner {
            Ok(()) => "fine".to_string(),
            Err(e) => format!("inner failed: {}", text(&*e)),
        }
    });
    println!("{}", outer.join().unwrap());
}
