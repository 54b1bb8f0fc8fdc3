//@ no-bug
//@ source: which method a call means

use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

struct Inner;

impl Inner {
    fn who(&self) -> &'static str {
        "inner"
    }
    fn only_inner(&self) -> &'static str {
        "found through deref"
    }
}

struct Outer(Inner);

impl Deref for Outer {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Outer {
    fn who(&self) -> &'static str {
        "outer"
    }
}

trait Describe {
    fn describe(&self) -> String;
}

impl Describe for i32 {
    fn describe(&self) -> String {
        format!("i32 {self}")
    }
}

impl Describe for &i32 {
    fn describe(&self) -> String {
        format!("&i32 {self}")
    }
}

impl<T: Describe> Describe for Vec<T> {
    fn describe(&self) -> String {
        self.iter().map(|x| x.describe()).collect::<Vec<_>>().join(",")
    }
}

trait ByValue {
    fn take(self) -> &'static str;
}

impl ByValue for String {
    fn take(self) -> &'static str {
        "String by value"
    }
}

impl ByValue for &String {
    fn take(self) -> &'static str {
        "String by reference"
    }
}

trait Named {
    fn name(&self) -> String;
}

struct Plain;

impl Plain {
    fn name(&self) -> String {
        "inherent".to_string()
    }
}

impl Named for Plain {
    fn name(&self) -> String {
        "trait".to_string()
    }
}

/// Only the bound's method is a candidate here.
fn generic_name<T: Named>(t: &T) -> String {
    t.name()
}

#[allow(noop_method_call)]
fn cloned<T>(x: &T) -> &T {
    // `T` need not be `Clone`: this clones the reference.
    x.clone()
}

fn main() {
    let o = Outer(Inner);
    println!("{} {} {}", o.who(), o.only_inner(), (*o).who());
    let b = Box::new(Rc::new(Outer(Inner)));
    println!("{} {}", b.who(), b.only_inner());
    println!("{} {}", 5.describe(), (&5).describe());
    println!("{}", (&&5).describe());
    println!("{}", vec![1, 2].describe());
    let s = String::from("s");
    println!("{}", (&s).take());
    println!("{}", s.take());
    println!("{} {}", Plain.name(), generic_name(&Plain));
    println!("{}", Named::name(&Plain));
    println!("{}", cloned(&7));
    let shared = Arc::new(Mutex::new(vec![3, 1, 2]));
    shared.lock().unwrap().sort();
    println!("{:?}", shared.lock().unwrap());
    println!("{}", shared.lock().unwrap().iter().len());
    let v: &&Vec<i32> = &&vec![1, 2];
    println!("{} {:?}", v.len(), v.first());
    let arr = &[1, 2, 3];
    println!("{} {}", arr.iter().count(), arr.to_vec().len());
    let text: &Box<String> = &Box::new("abc".into());
    println!("{}", text.starts_with("ab"));
    let rc = Rc::new(String::from("x"));
    let clone = rc.clone();
    println!("{} {}", Rc::strong_count(&clone), rc.as_str());
}
