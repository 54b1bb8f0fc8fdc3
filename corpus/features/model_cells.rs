//@ no-bug
//@ source: cells, reference counts, boxes and any against native ones

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::cell::{Cell, LazyCell, OnceCell, Ref, RefCell, RefMut};
use std::error::Error;
use std::fmt;
use std::rc::{Rc, Weak};
use std::sync::Arc;

#[derive(Debug)]
struct Node {
    name: String,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}
impl Drop for Node {
    fn drop(&mut self) {
        println!("drop {}", self.name);
    }
}
#[derive(Debug)]
struct MyError {
    code: i32,
    inner: Option<Box<dyn Error>>,
}
impl fmt::Display for MyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "code {}", self.code)
    }
}
impl Error for MyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.inner.as_deref()
    }
}
fn fails(n: i32) -> Result<i32, Box<dyn Error>> {
    match n {
        0 => Err("text".into()),
        1 => Err(Box::new(MyError { code: 1, inner: Some("inner".into()) })),
        2 => Ok("x".parse::<i32>()?),
        _ => Ok(n),
    }
}
fn describe(x: &dyn Any) -> String {
    if let Some(n) = x.downcast_ref::<i32>() {
        format!("i32 {n}")
    } else if let Some(s) = x.downcast_ref::<&str>() {
        format!("str {s}")
    } else {
        "other".to_string()
    }
}
trait Speak {
    fn speak(&self) -> String;
}
impl Speak for i32 {
    fn speak(&self) -> String {
        format!("I am {self}")
    }
}

fn main() {
    let c = Cell::new(1);
    c.set(c.get() + 1);
    println!("{} {} {}", c.replace(5), c.get(), c.take());
    let r = RefCell::new(vec![1]);
    r.borrow_mut().push(2);
    {
        let a = r.borrow();
        let b = r.borrow();
        println!("{} {} {:?}", a.len(), b.len(), r.try_borrow_mut().is_err());
    }
    println!("{:?} {:?}", r.replace(vec![]), r);
    {
        let m: RefMut<'_, Vec<i32>> = r.borrow_mut();
        println!("{:?} {:?}", r.try_borrow().is_err(), r);
        drop(m);
    }
    let first = Ref::map(r.borrow(), |v| v);
    println!("{:?}", first);
    let o = OnceCell::new();
    println!("{:?} {} {:?} {:?}", o.get(), o.get_or_init(|| 5), o.set(6), o);
    let l = LazyCell::new(|| {
        println!("computing");
        7
    });
    println!("{} {}", *l + 1, *l);

    let leaf = Rc::new(Node { name: "leaf".into(), parent: RefCell::new(Weak::new()), children: RefCell::default() });
    let branch = Rc::new(Node { name: "branch".into(), parent: RefCell::new(Weak::new()), children: RefCell::new(vec![Rc::clone(&leaf)]) });
    *leaf.parent.borrow_mut() = Rc::downgrade(&branch);
    println!("{:?} {}", leaf.parent.borrow().upgrade().map(|p| p.name.clone()), branch.children.borrow().len());
    println!("{} {} {} {}", Rc::strong_count(&leaf), Rc::weak_count(&branch), Rc::strong_count(&branch), Rc::weak_count(&leaf));
    drop(branch);
    println!("{:?}", leaf.parent.borrow().upgrade().is_none());
    println!("{:?}", Rc::try_unwrap(leaf).map(|n| n.name.len()).is_ok());
    let mut m = Rc::new(5);
    *Rc::make_mut(&mut m) += 1;
    let m2 = m.clone();
    *Rc::make_mut(&mut m) += 1;
    println!("{m} {m2} {}", Rc::ptr_eq(&m, &m2));
    println!("{:?}", Rc::get_mut(&mut m));
    let s: Rc<str> = "shared".into();
    let sl: Rc<[i32]> = vec![1, 2, 3].into();
    let d: Rc<dyn Speak> = Rc::new(9);
    println!("{s} {:?} {} {}", sl, d.speak(), sl.iter().sum::<i32>());
    let a: Arc<str> = Arc::from("arc");
    let asl: Arc<[String]> = vec!["x".to_string(), "y".to_string()].into();
    println!("{a} {:?} {} {}", asl, Arc::strong_count(&a), Arc::try_unwrap(Arc::new(3)).unwrap());
    let w = Arc::downgrade(&asl);
    drop(asl);
    println!("{:?}", w.upgrade().is_none());
    let cyc = Rc::new_cyclic(|me: &Weak<i32>| me.strong_count() as i32 + 40);
    println!("{cyc}");

    let b: Box<dyn Fn(i32) -> i32> = Box::new(move |x| x + *cyc);
    println!("{} {}", b(2), (*b)(3));
    let f: Vec<Box<dyn FnMut() -> i32>> = vec![Box::new({ let mut n = 0; move || { n += 1; n } }), Box::new(|| 100)];
    for mut g in f {
        print!("{} {} ", g(), g());
    }
    let once: Box<dyn FnOnce(String) -> usize> = Box::new(|s| s.len());
    println!("{}", once("four".into()));
    println!("{} {} {}", describe(&5), describe(&"a"), describe(&2.0));
    let any: Box<dyn Any> = Box::new(String::from("boxed"));
    println!("{:?} {}", any.downcast::<String>().unwrap(), TypeId::of::<i32>() == TypeId::of::<u32>());
    println!("{}", std::any::type_name::<Option<i32>>().contains("Option"));
    for n in 0..4 {
        match fails(n) {
            Ok(n) => println!("ok {n}"),
            Err(e) => println!("{e} {:?} {:?}", e.source().map(|s| s.to_string()), e.downcast_ref::<MyError>().map(|m| m.code)),
        }
    }
    let mut cow: Cow<[i32]> = Cow::Borrowed(&[1, 2]);
    cow.to_mut().push(3);
    println!("{:?} {}", cow, matches!(cow, Cow::Owned(_)));
    let leaked: &'static mut i32 = Box::leak(Box::new(4));
    *leaked += 1;
    println!("{leaked} {}", *Box::new(6) + 1);
    println!("{:?}", std::mem::replace(&mut Some(1), None));
    let (mut x, mut y) = (1, 2);
    std::mem::swap(&mut x, &mut y);
    println!("{x} {y} {} {}", std::mem::take(&mut x), std::mem::size_of::<u64>());
    println!("{}", std::mem::discriminant(&Some(1)) == std::mem::discriminant(&Some(2)));
    let mut arr = [1, 2, 3];
    let p = arr.as_mut_ptr();
    unsafe {
        *p.add(1) = 20;
        std::ptr::swap(p, p.add(2));
        println!("{:?} {} {}", arr, *p, p.add(2).offset_from(p));
        let nn = std::ptr::NonNull::new(p).unwrap();
        println!("{} {}", *nn.as_ref(), std::ptr::null::<i32>().is_null());
        let mut mu = std::mem::MaybeUninit::<String>::uninit();
        mu.write("init".into());
        println!("{}", mu.assume_init());
        let raw = Box::into_raw(Box::new(8));
        println!("{}", *Box::from_raw(raw));
        let ar = Arc::into_raw(Arc::new(10));
        println!("{}", Arc::from_raw(ar));
    }
    let md = std::mem::ManuallyDrop::new(vec![1]);
    println!("{:?}", md.len());
}
