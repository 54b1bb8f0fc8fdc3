//@ no-bug

use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

struct Restore<'a> {
    depth: &'a mut u32,
}

impl Drop for Restore<'_> {
    fn drop(&mut self) {
        *self.depth -= 1;
    }
}

fn nested(depth: &mut u32, limit: u32) -> u32 {
    *depth += 1;
    let guard = Restore { depth };
    if *guard.depth == limit {
        panic!("depth {}", *guard.depth);
    }
    nested(guard.depth, limit) + 1
}

struct CatchInDrop;

impl Drop for CatchInDrop {
    fn drop(&mut self) {
        let inner = catch_unwind(|| panic!("inside a drop"));
        println!("drop caught {}", inner.is_err());
    }
}

fn main() {
    let mut depth = 0;
    let r = catch_unwind(AssertUnwindSafe(|| nested(&mut depth, 4)));
    println!("{:?} {depth}", r.unwrap_err().downcast_ref::<String>());

    let r = catch_unwind(|| {
        let inner = catch_unwind(|| panic!("first"));
        println!("inner {}", inner.is_err());
        if let Err(e) = inner {
            resume_unwind(e);
        }
    });
    println!("{:?}", r.unwrap_err().downcast_ref::<&str>());

    let r = catch_unwind(|| {
        let _c = CatchInDrop;
    });
    println!("{}", r.is_ok());
    let r = catch_unwind(|| {
        let _c = CatchInDrop;
        panic!("outer");
    });
    println!("{:?}", r.unwrap_err().downcast_ref::<&str>());

    let mut v = vec![3, 1, 2];
    let r = catch_unwind(AssertUnwindSafe(|| {
        v.iter_mut().for_each(|x| {
            if *x == 2 {
                panic!();
            }
            *x *= 10;
        });
    }));
    println!("{} {:?}", r.is_err(), v);
    let r: Result<Result<i32, String>, _> = catch_unwind(|| Err("an error is no panic".to_string()));
    println!("{:?}", r.unwrap());
}
