//@ no-bug
//@ source: when values are dropped: patterns, temporaries, loops, closures, panics, containers

// drop orders, captures, temporaries
use std::cell::*;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::rc::*;
thread_local!(static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) });
fn log(s: impl Into<String>) {
    LOG.with_borrow_mut(|l| l.push(s.into()))
}
fn flush(label: &str) {
    println!("{label}: {}", LOG.take().join(" "))
}
struct D(&'static str);
impl Drop for D {
    fn drop(&mut self) {
        log(self.0)
    }
}
impl D {
    fn id(&self) -> &'static str {
        self.0
    }
    fn new(s: &'static str) -> D {
        log(format!("+{s}"));
        D(s)
    }
    fn me(self) -> D {
        self
    }
}
struct Pair {
    a: D,
    b: D,
}
enum E {
    One(D),
    Two { x: D, y: D },
    Zero,
}
struct Wrapper<T: ?Sized> {
    n: D,
    inner: T,
}
trait T {
    fn go(&self) {}
}
impl T for D {}
fn make() -> Pair {
    Pair {
        b: D::new("b"),
        a: D::new("a"),
    }
}
fn early(n: i32) -> Option<D> {
    let _x = D("x");
    if n == 0 {
        return None;
    }
    let y = D("y");
    let _z = D("z");
    if n == 1 {
        return Some(y);
    }
    drop(y);
    Some(D("new"))
}
fn args(_: D, b: D, _c: D) -> D {
    log("body");
    b
}
fn main() {
    {
        let _ = D("wild");
        let _u = D("under");
        log("end");
    }
    flush("1");
    {
        let p = make();
        log("made");
        let Pair { a, .. } = p;
        log("destructured");
        drop(a);
        log("x");
    }
    flush("2");
    {
        let v = vec![D("v1"), D("v2")];
        let mut it = v.into_iter();
        let f = it.next();
        log("got");
        drop(it);
        drop(f);
    }
    flush("3");
    {
        match D("scrut").id() {
            s => log(format!("arm-{s}")),
        }
        log("after");
    }
    flush("4");
    {
        if D("c").id() == "c" {
            log("then")
        } else {
            log("else")
        }
    }
    flush("5");
    {
        if let Some(_d) = Some(D("iflet")) {
            log("in")
        } else {
        }
        log("out");
    }
    flush("6");
    {
        let x = D("one");
        let x = D(if x.id() == "one" { "two" } else { "?" });
        log(x.id());
    }
    flush("7");
    {
        let mut x = D("old");
        x = D("new");
        log("assigned");
        let _y = x;
        x = D("again");
        let _ = &x;
    }
    flush("8");
    {
        for i in 0..3 {
            drop(early(i));
            log("|");
        }
    }
    flush("9");
    {
        let r = args(D("a"), D("b"), D("c"));
        log("ret");
        drop(r);
    }
    flush("10");
    {
        let t = (D("t0"), D("t1"), D("t2"));
        let (_, m, _) = t;
        log("moved");
        drop(m);
        log("rest");
    }
    flush("11");
    {
        let d = D("cap");
        let u = D("uncap");
        let f = move || log(d.id());
        f();
        drop(f);
        log("dropped f");
        let _ = u;
    }
    flush("12");
    {
        let p = Pair { a: D("pa"), b: D("pb") };
        let c = || {
            let _a = p.a;
            log("in c")
        };
        c();
        log("post");
    }
    flush("13");
    {
        let b: Box<dyn T> = Box::new(D("dyn"));
        b.go();
        let w: Box<Wrapper<dyn T>> = Box::new(Wrapper {
            n: D("n"),
            inner: D("i"),
        });
        log(w.n.id());
        w.inner.go();
        drop(b);
    }
    flush("14");
    {
        let e = [E::One(D("e1")), E::Two { x: D("ex"), y: D("ey") }, E::Zero];
        for e in e {
            match e {
                E::Two { y, .. } => {
                    log("two");
                    drop(y);
                    log("-")
                }
                E::One(ref d) => log(d.id()),
                E::Zero => log("zero"),
            }
        }
    }
    flush("15");
    {
        let o = Some(D("o"));
        let r = o.as_ref().map(|d| d.id());
        log(r.unwrap());
        if let Some(ref d) = o {
            log(d.id())
        }
        let Some(d) = o else { return };
        log("taken");
        drop(d)
    }
    flush("16");
    {
        let mut v = vec![D("1"), D("2"), D("3"), D("4")];
        drop(v.remove(1));
        log("|");
        v.truncate(2);
        log("|");
        v.retain(|d| d.id() != "1");
        log("|");
        v[0] = D("5");
        log("|");
        drop(v.drain(..));
        log("|");
        v.extend([D("6")]);
        mem::forget(v);
    }
    flush("17");
    {
        let rc = Rc::new(D("rc"));
        let w = Rc::downgrade(&rc);
        let c = Rc::clone(&rc);
        drop(rc);
        log("one");
        log(if w.upgrade().is_some() { "alive" } else { "dead" });
        drop(c);
        log(if w.upgrade().is_some() { "alive" } else { "dead" });
    }
    flush("18");
    {
        let x = {
            let _t = D("t");
            D("tail").id()
        };
        log(x);
        let y = D("chain").me().me().id();
        log(y);
    }
    flush("19");
    {
        let r = panic::catch_unwind(|| {
            let _a = D("ua");
            let _v = vec![D("uv1"), D("uv2")];
            let _b = (D("ub"), panic!("x"));
        });
        log(if r.is_err() { "caught" } else { "?" });
    }
    flush("20");
    {
        let r = panic::catch_unwind(AssertUnwindSafe(|| {
            args(D("p1"), D("p2"), {
                if LOG.with_borrow(|l| l.len() < 100) {
                    panic!()
                }
                D("p3")
            })
        }));
        log(r.is_err().to_string());
    }
    flush("21");
    {
        let c = Cell::new(Some(D("cell")));
        c.set(None);
        log("set");
        c.replace(Some(D("c2")));
        let t = c.take();
        log("taken");
        drop(t)
    }
    flush("22");
    {
        let mut a = [D("a0"), D("a1"), D("a2")];
        mem::swap(&mut D("tmp"), &mut a[1]);
        log("sw");
        let [x, .., z] = a;
        log("arr");
        drop(z);
        drop(x);
    }
    flush("23");
    {
        let l = 'l: {
            let _g = D("g");
            if true {
                break 'l D("broke");
            }
            D("no")
        };
        log("lbl");
        drop(l);
        let mut n = 0;
        let r = loop {
            let _i = D("it");
            n += 1;
            if n == 2 {
                break D("res");
            }
        };
        log("lp");
        drop(r)
    }
    flush("24");
    {
        let f: Box<dyn FnOnce()> = {
            let d = D("fo");
            Box::new(move || {
                let _d = d;
                log("called")
            })
        };
        f();
        log("done");
        let g: Box<dyn FnOnce()> = {
            let d = D("fo2");
            Box::new(move || drop(d))
        };
        drop(g);
        log("undone");
    }
    flush("25");
    {
        let s: String = [D("i1"), D("i2"), D("i3")]
            .into_iter()
            .take(2)
            .map(|d| d.id())
            .collect();
        log(s)
    }
    flush("26");
    {
        let mut o = Some(D("first"));
        let old = o.replace(D("second"));
        log("r");
        drop(old);
        o.take();
        log("t");
        o.insert(D("third"));
        o.get_or_insert_with(|| D("never"));
        *o.as_mut().unwrap() = D("fourth");
    }
    flush("27");
    {
        let x;
        {
            let y = D("y");
            x = y;
            log("inner")
        }
        log(x.id());
        let z: D;
        if x.id() == "y" {
            z = D("z");
            log(z.id())
        }
    }
    flush("28");
    {
        let mut m = mem::ManuallyDrop::new(D("md"));
        log(m.id());
        unsafe { mem::ManuallyDrop::drop(&mut m) };
        let _ = mem::ManuallyDrop::new(D("leak"));
    }
    flush("29");
    {
        let p = Box::into_raw(Box::new(D("raw")));
        unsafe {
            drop(Box::from_raw(p));
        }
        let b = Box::new(D("boxed"));
        let d = *b;
        log("unboxed");
        drop(d);
        let pr = Box::new(Pair { a: D("ba"), b: D("bb") });
        let a = pr.a;
        log("part");
        drop(a);
    }
    flush("30");
    {
        fn rec(n: u32) -> D {
            let _d = D("r");
            if n == 0 {
                D("base")
            } else {
                let r = rec(n - 1);
                log(n.to_string());
                r
            }
        }
        drop(rec(2));
    }
    flush("31");
    {
        let r: Result<D, D> = Err(D("err"));
        let q = (|| {
            let ok = r?;
            let _k = D("k");
            Ok::<D, D>(ok)
        })();
        log("q");
        drop(q);
    }
    flush("32");
    {
        let _x = D("x1");
        let _y = match 1 {
            1 => {
                let _t = D("arm");
                D("y1")
            }
            _ => D("y2"),
        };
        log("m");
    }
    flush("33");
    {
        let v: Vec<D> = ["q1", "q2"].map(D).into();
        let r: Vec<&str> = v.iter().map(D::id).collect();
        log(r.concat());
        let b: Box<[D]> = v.into_boxed_slice();
        log("bs");
        drop(b);
    }
    flush("34");
    {
        let d = &D("ext");
        log("ref");
        let _s = Pair { a: D("sa"), b: D("sb") }.b;
        log(d.id());
    }
    flush("35");
    {
        let c = RefCell::new(D("rcell"));
        {
            let b = c.borrow();
            log(b.id());
        }
        *c.borrow_mut() = D("rc2");
        log(c.borrow().id());
        c.into_inner();
        log("e")
    }
    flush("36");
}
