//@ no-bug
//@ source: the rest of an enum, a partly moved struct, a vector, a tuple, an array and a closure is dropped after one drop panics; thread-locals with initializers that call functions

use std::cell::{Cell, RefCell};
use std::thread;
thread_local! {
    static ID: Cell<u32> = Cell::new(init());
    static V: RefCell<Vec<String>> = RefCell::new(vec![format!("{:?}", thread::current().name())]);
}
static N: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
fn init() -> u32 {
    N.fetch_add(1, std::sync::atomic::Ordering::SeqCst)
}
struct D(&'static str);
impl Drop for D {
    fn drop(&mut self) {
        println!("drop {}", self.0);
        if self.0 == "boom" && !thread::panicking() {
            panic!("boom")
        }
    }
}
enum E {
    A(D, D),
    #[allow(dead_code)]
    B,
}
struct S {
    a: D,
    b: D,
    c: D,
}
fn main() {
    ID.with(|i| println!("{}", i.get()));
    for k in 0..2 {
        thread::Builder::new()
            .name(format!("w{k}"))
            .spawn(|| {
                ID.with(|i| println!("{}", i.get()));
                V.with(|v| println!("{:?}", v.borrow()));
            })
            .unwrap()
            .join()
            .unwrap();
    }
    let r = std::panic::catch_unwind(|| {
        let _e = E::A(D("boom"), D("second"));
    });
    println!("{}", r.is_err());
    let r = std::panic::catch_unwind(|| {
        let s = S {
            a: D("a"),
            b: D("boom"),
            c: D("c"),
        };
        drop(s.a);
    });
    println!("{}", r.is_err());
    let r = std::panic::catch_unwind(|| {
        let _v = vec![D("x"), D("boom"), D("z")];
    });
    println!("{}", r.is_err());
    let r = std::panic::catch_unwind(|| {
        let _v = (D("x"), D("boom"), D("z"));
        let _y = D("outer");
    });
    println!("{}", r.is_err());
    let r = std::panic::catch_unwind(|| {
        let _v = [Some(D("x")), Some(D("boom")), Some(D("z"))];
    });
    println!("{}", r.is_err());
    let r = std::panic::catch_unwind(|| {
        let b: Box<dyn Fn()> = {
            let d = D("boom");
            let d2 = D("cap2");
            Box::new(move || {
                let _ = (&d, &d2);
            })
        };
        b();
    });
    println!("{}", r.is_err());
}
