//@ no-bug
//@ source: temporaries that live as long as the variable bound to them, those of format_args among them

use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
static X: AtomicU64 = AtomicU64::new(0);
#[derive(Debug)]
struct S;
impl Drop for S {
    fn drop(&mut self) {
        X.fetch_add(1, Relaxed);
    }
}
fn temp() -> S {
    S
}
struct W<T>(T);
fn check(what: &str, f: impl FnOnce() -> u64) {
    X.store(0, Relaxed);
    let in_scope = f();
    assert_eq!((in_scope, X.load(Relaxed)), (0, 1), "{what}");
}
fn main() {
    check("borrow", || {
        let x = &temp();
        X.load(Relaxed)
    });
    check("cast", || {
        let x = &temp() as &dyn std::fmt::Debug;
        X.load(Relaxed)
    });
    check("tuple", || {
        let x = (&*&temp(),);
        X.load(Relaxed)
    });
    check("ctor", || {
        let x = W(&temp());
        X.load(Relaxed)
    });
    check("some", || {
        let x = Some(&temp());
        X.load(Relaxed)
    });
    check("block", || {
        let x = { [Some(&temp())] };
        X.load(Relaxed)
    });
    check("unsafe", || {
        let x = unsafe { &temp() };
        X.load(Relaxed)
    });
    check("if", || {
        let x = if true { &temp() } else { &temp() };
        X.load(Relaxed)
    });
    check("match", || {
        let x = match () {
            _ => &temp(),
        };
        X.load(Relaxed)
    });
    check("pin", || {
        let x = pin!(temp());
        X.load(Relaxed)
    });
    check("pin block", || {
        let x = pin!({ &mut temp() });
        X.load(Relaxed)
    });
    check("args", || {
        let x = format_args!("{:?}", temp());
        X.load(Relaxed)
    });
    check("struct", || {
        struct P<T> {
            a: T,
        }
        let x = P { a: &temp() };
        X.load(Relaxed)
    });
    check("pattern", || {
        let ref x = temp();
        X.load(Relaxed)
    });
    check("field", || {
        struct P {
            a: u8,
            s: S,
        }
        let x = &P { a: 1, s: temp() }.a;
        X.load(Relaxed)
    });
    check("index", || {
        let x = &[temp()][0];
        X.load(Relaxed)
    });
    check("else", || {
        let Some(x) = Some(&temp()) else { return 7 };
        X.load(Relaxed)
    });
    let args = format_args!("{} foo {:?}", 1, temp());
    assert_eq!(format!("{args}"), format!("{args:?}"));
    let again = &format_args!("{0:?} {0:?} {1:2$}", temp(), 7, 3);
    assert_eq!(again.to_string(), "S S   7");
    let chosen = if args.to_string().is_empty() {
        format_args!("no")
    } else {
        format_args!("{:?}!", temp())
    };
    assert_eq!(chosen.to_string(), "S!");
}
