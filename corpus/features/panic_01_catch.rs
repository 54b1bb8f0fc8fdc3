//@ no-bug

use std::panic::{self, AssertUnwindSafe};

fn message(e: Box<dyn std::any::Any + Send>) -> String {
    if let Some(s) = e.downcast_ref::<&'static str>() {
        s.to_string()
    } else if let Ok(s) = e.downcast::<String>() {
        *s
    } else {
        "?".to_string()
    }
}

fn main() {
    let r = panic::catch_unwind(|| 5);
    println!("{}", r.unwrap());
    let r = panic::catch_unwind(|| panic!("plain"));
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| {
        let n = 3;
        panic!("formatted {} {n}", 2);
    });
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| {
        let o: Option<i32> = None;
        o.unwrap()
    });
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| None::<u8>.expect("needed a value"));
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| {
        let e: Result<(), String> = Err("why".into());
        e.unwrap();
    });
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| "x".parse::<i32>().expect("a number"));
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| assert!(1 + 1 == 3));
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| assert_eq!(1 + 1, 3, "sum of {}", "ones"));
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| assert_ne!(2, 2));
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| unreachable!());
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| unimplemented!("later"));
    println!("{}", message(r.unwrap_err()));
    let v = vec![1, 2];
    let r = panic::catch_unwind(|| v[v.len()]);
    println!("{}", message(r.unwrap_err()));
    let mut count = 0;
    let r = panic::catch_unwind(AssertUnwindSafe(|| {
        count += 1;
        panic!("counted");
    }));
    println!("{} {count}", r.is_err());
    let r = panic::catch_unwind(|| panic::resume_unwind(Box::new(17u8)));
    println!("{:?}", r.unwrap_err().downcast_ref::<u8>());
    let r = panic::catch_unwind(|| panic::panic_any("any"));
    println!("{}", message(r.unwrap_err()));
    let r = panic::catch_unwind(|| std::cell::RefCell::new(1).try_borrow_mut().is_ok());
    println!("{}", r.unwrap());
    let r = panic::catch_unwind(|| {
        let c = std::cell::RefCell::new(1);
        let _a = c.borrow_mut();
        let _b = c.borrow_mut();
    });
    println!("{}", r.is_err());
    let r = panic::catch_unwind(|| "héllo"[0..2].len());
    println!("{}", r.is_err());
}
