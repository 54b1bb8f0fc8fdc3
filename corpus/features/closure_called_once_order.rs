//@ no-bug
//@ source: when what a closure owns is dropped that is called as FnOnce, wherever it stands

use std::cell::RefCell;
thread_local! { static LOG: RefCell<Vec<String>> = RefCell::default(); }
fn log(s: impl Into<String>) {
    LOG.with(|l| l.borrow_mut().push(s.into()))
}
struct D(&'static str);
impl Drop for D {
    fn drop(&mut self) {
        log(format!("drop {}", self.0))
    }
}
fn boxed<F: FnOnce()>(b: Box<F>) {
    b();
    log("after boxed");
}
fn dynamic(b: Box<dyn FnOnce()>) {
    b();
    log("after dyn");
}
fn option<F: FnOnce() -> u8>(mut f: Option<F>) {
    let n = f.take().unwrap()();
    log(format!("after option {n}"));
}
struct S<F> {
    f: F,
    other: D,
}
impl<F: FnOnce(u8) -> u8> S<F> {
    fn run(self) {
        let n = (self.f)(1);
        log(format!("after field {n} {}", self.other.0));
    }
}
fn opaque(d: D) -> impl FnOnce() {
    move || log(format!("in {}", d.0))
}
fn maybe<F: FnOnce()>(f: F, go: bool) {
    if go {
        f()
    }
    log("after maybe");
}
fn looped<F: FnOnce()>(fs: Vec<F>) {
    for f in fs {
        f();
        log("next")
    }
}
fn by_ref<F: FnOnce()>(f: F) {
    f();
    log("after by_ref")
}
fn panics<F: FnOnce() + std::panic::UnwindSafe>(f: F) {
    let r = std::panic::catch_unwind(|| f());
    log(format!("caught {}", r.is_err()));
}
fn args<F: FnOnce(D)>(f: F) {
    f(D("arg"));
    log("after args")
}
fn nested<F: FnOnce()>(f: F) -> impl FnOnce() {
    move || {
        f();
        log("after inner")
    }
}
fn matched<F: FnOnce()>(f: Result<F, D>) {
    match f {
        Ok(f) => f(),
        Err(_) => log("err"),
    }
    log("after matched")
}
fn main() {
    std::panic::set_hook(Box::new(|_| ()));
    let d = D("box");
    boxed(Box::new(move || log(format!("in {}", d.0))));
    let d = D("dyn");
    dynamic(Box::new(move || log(format!("in {}", d.0))));
    let d = D("option");
    option(Some(move || {
        log(d.0);
        3
    }));
    let d = D("field");
    S {
        f: move |n| {
            log(d.0);
            n + 1
        },
        other: D("other"),
    }
    .run();
    let g = opaque(D("opaque"));
    g();
    log("after opaque");
    let d = D("yes");
    maybe(move || log(d.0), true);
    let d = D("no");
    maybe(move || log(d.0), false);
    looped(
        ["l1", "l2"]
            .map(|n| {
                let d = D(n);
                move || log(d.0)
            })
            .into_iter()
            .collect(),
    );
    let d = D("ref");
    let mut c = move || log(d.0);
    by_ref(&mut c);
    by_ref(&c);
    log("both");
    drop(c);
    let d = D("panic");
    panics(move || {
        log(d.0);
        panic!()
    });
    let d = D("arg owner");
    args(move |a| log(format!("{} {}", a.0, d.0)));
    let d = D("nested");
    nested(move || log(d.0))();
    let d = D("match");
    matched(Ok(move || log(d.0)));
    let d = D("own");
    let own = move || log(d.0);
    own();
    log("own lives");
    let d = D("local once");
    let once = move || drop(d);
    once();
    log("end");
    LOG.with(|l| println!("{}", l.borrow().join("\n")));
}
