//@ no-bug
//@ source: when the last operand panics, the finished operands are dropped before the temporaries of all of them
use std::cell::RefCell;
thread_local! { static LOG: RefCell<String> = const { RefCell::new(String::new()) }; }
struct D(&'static str);
impl Drop for D {
    fn drop(&mut self) {
        LOG.with_borrow_mut(|log| {
            log.push_str(self.0);
            log.push(' ');
        });
    }
}
impl D {
    fn id(&self) -> D {
        D("made")
    }
    fn n(&self) -> u32 {
        1
    }
}
fn boom() -> D {
    panic!("boom")
}
struct S {
    _a: D,
    _b: u32,
    _c: D,
}
fn main() {
    let r = std::panic::catch_unwind(|| {
        let _t = (D("1"), D("temp").n(), D("2"), boom());
    });
    assert!(r.is_err());
    LOG.with_borrow_mut(|log| log.push_str("/ "));
    let r = std::panic::catch_unwind(|| {
        let _t = [D("1"), D("temp").id(), D("2"), boom()];
    });
    assert!(r.is_err());
    LOG.with_borrow_mut(|log| log.push_str("/ "));
    let r = std::panic::catch_unwind(|| {
        let _t = S {
            _a: D("1"),
            _b: D("temp").n(),
            _c: boom(),
        };
    });
    assert!(r.is_err());
    LOG.with_borrow_mut(|log| log.push_str("/ "));
    let r = std::panic::catch_unwind(|| {
        let _t = (D("1"), (D("temp").n(), D("2"), D("t2").id()), boom());
    });
    assert!(r.is_err());
    LOG.with_borrow_mut(|log| log.push_str("/ "));
    fn f(_a: D, _b: u32, _c: D, _d: D) {}
    let r = std::panic::catch_unwind(|| {
        f(D("1"), D("temp").n(), D("2"), boom());
    });
    assert!(r.is_err());
    LOG.with_borrow_mut(|log| log.push_str("/ "));
    let r = std::panic::catch_unwind(|| {
        let _t = Some((D("1"), D("temp").n(), boom()));
    });
    assert!(r.is_err());
    LOG.with_borrow_mut(|log| log.push_str("/ "));
    let r = std::panic::catch_unwind(|| {
        let _v = vec![D("1"), D("temp").id(), boom()];
    });
    assert!(r.is_err());
    let log = LOG.take();
    assert_eq!(
        log,
        "2 1 temp / 2 made 1 temp / 1 temp / 2 made 1 t2 temp / 2 1 temp / 1 temp / made 1 temp "
    );
}
