//@ no-bug

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Says when it is dropped, and panics then if it is told to.
struct D(u32, bool);

impl Drop for D {
    fn drop(&mut self) {
        println!("  drop {}", self.0);
        if self.1 {
            panic!("{}", self.0);
        }
    }
}

fn check(what: &str, run: impl FnOnce()) {
    println!("{what}");
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
}

fn main() {
    check("a variable", || {
        let mut d = D(1, true);
        println!("  {}", d.0);
        d = D(2, false);
        println!("  never {}", d.0);
    });
    check("a part of a part", || {
        let mut parts = ((D(1, true), D(2, false)), D(3, false));
        parts.0.0 = D(4, false);
    });
    check("an element", || {
        let mut list = vec![D(1, true), D(2, false)];
        list[0] = D(3, false);
    });
    check("a box", || {
        let mut boxed = Box::new(D(1, true));
        *boxed = D(2, false);
    });
    let mut outside = D(1, true);
    check("through a reference", || *(&mut outside) = D(2, false));
    println!("then {}", outside.0);
    check("moved before", || {
        let (mut a, mut b) = (D(1, true), D(2, false));
        a = b;
        b = D(3, false);
        println!("  {} {}", a.0, b.0);
    });
}
