//@ no-bug

use std::panic::{self, AssertUnwindSafe};

struct D(&'static str);

impl Drop for D {
    fn drop(&mut self) {
        let how = if std::thread::panicking() { "unwinding" } else { "normal" };
        println!("  drop {} {how}", self.0);
    }
}

fn inner(fail: bool) -> D {
    let _a = D("inner a");
    let b = D("inner b");
    if fail {
        panic!("inner");
    }
    b
}

fn outer(fail: bool) {
    let _o = D("outer");
    let v = vec![D("v0"), inner(fail), D("never built when failing")];
    println!("  built {}", v.len());
}

fn in_args(_x: D, _y: D) {}

fn boom() -> D {
    panic!("boom")
}

fn main() {
    for fail in [false, true] {
        println!("fail {fail}");
        let r = panic::catch_unwind(|| outer(fail));
        println!("  {}", if r.is_err() { "caught" } else { "returned" });
    }
    println!("moved before the panic");
    let r = panic::catch_unwind(|| {
        let d = D("moved");
        drop(d);
        panic!();
    });
    println!("  {}", r.is_err());
    println!("argument evaluation");
    let r = panic::catch_unwind(|| in_args(D("first arg"), boom()));
    println!("  {}", r.is_err());
    println!("struct under construction");
    struct Pair {
        _l: D,
        _r: D,
    }
    let r = panic::catch_unwind(|| {
        let _p = Pair { _l: D("left"), _r: boom() };
    });
    println!("  {}", r.is_err());
    println!("caught inside");
    let mut log = Vec::new();
    {
        let _outer = D("around");
        let r = panic::catch_unwind(AssertUnwindSafe(|| {
            log.push("in");
            let _t = D("try");
            if log.len() == 1 {
                panic!();
            }
            log.push("never");
        }));
        log.push(if r.is_err() { "err" } else { "ok" });
    }
    println!("  {:?}", log);
    println!("panic in a loop body");
    let r = panic::catch_unwind(|| {
        for name in ["l0", "l1", "l2"] {
            let _d = D(name);
            if name == "l1" {
                panic!();
            }
        }
    });
    println!("  {}", r.is_err());
}
