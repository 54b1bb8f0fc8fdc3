//@ no-bug

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

thread_local! {
    static LOG: RefCell<Vec<String>> = RefCell::new(Vec::new());
}

struct D(String);

impl Drop for D {
    fn drop(&mut self) {
        LOG.with(|l| l.borrow_mut().push(self.0.clone()));
    }
}

fn d(s: &str) -> D {
    D(s.to_string())
}

fn flush(label: &str) {
    LOG.with(|l| println!("{label}: {}", std::mem::take(&mut *l.borrow_mut()).join(" ")));
}

enum E {
    A(D, D),
    #[allow(dead_code)]
    B { x: D, y: Option<D> },
    C,
}

struct Outer {
    _name: D,
    _inner: Inner,
    _rest: Vec<D>,
}

struct Inner(#[allow(dead_code)] D, #[allow(dead_code)] Box<D>);

fn main() {
    drop(vec![d("v0"), d("v1")]);
    flush("vec");
    let mut v: Vec<D> = ["a", "b", "c", "d"].iter().map(|s| d(s)).collect();
    v.truncate(3);
    flush("truncate");
    v.retain(|x| x.0 != "b");
    flush("retain");
    v[0] = d("new");
    flush("overwrite");
    v.drain(..1).for_each(drop);
    flush("drain");
    v.clear();
    flush("clear");
    let e = E::B { x: d("x"), y: Some(d("y")) };
    drop(e);
    flush("enum");
    let e = E::A(d("a0"), d("a1"));
    if let E::A(first, _) = e {
        drop(first);
        flush("partial enum");
    }
    flush("rest of enum");
    let mut e = E::A(d("p"), d("q"));
    flush("before assignment");
    println!("{}", matches!(e, E::A(..)));
    e = E::C;
    flush("assigned");
    println!("{}", matches!(e, E::C));
    drop(Outer { _rest: vec![d("r0"), d("r1")], _inner: Inner(d("i0"), Box::new(d("i1"))), _name: d("n") });
    flush("nested struct");
    let mut m = BTreeMap::new();
    m.insert(2, d("two"));
    m.insert(1, d("one"));
    m.insert(2, d("two again"));
    flush("map insert");
    drop(m);
    flush("map");
    let q: VecDeque<D> = [d("q0"), d("q1")].into();
    for x in q {
        if x.0 == "q0" {
            break;
        }
    }
    flush("iterator broken off");
    let rc = Rc::new(d("rc"));
    let other = Rc::clone(&rc);
    drop(rc);
    flush("first rc");
    drop(other);
    flush("last rc");
    let f: Box<dyn FnOnce()> = {
        let captured = d("captured");
        Box::new(move || {
            let _c = captured;
        })
    };
    flush("closure built");
    f();
    flush("closure called");
    let g: Box<dyn Fn()> = {
        let captured = d("never called");
        Box::new(move || println!("{}", captured.0))
    };
    drop(g);
    flush("closure dropped");
    let arr = [d("0"), d("1"), d("2")];
    let [_, one, _] = arr;
    flush("array pattern");
    drop(one);
    flush("array element");
    let any: Box<dyn std::any::Any> = Box::new(d("any"));
    drop(any);
    flush("any");
    let opt = Some(d("opt")).filter(|x| x.0.is_empty());
    flush("filter");
    println!("{}", opt.is_none());
}
