//@ no-bug

use std::any::Any;
use std::fmt::Debug;

fn describe(x: &dyn Any) -> String {
    if let Some(n) = x.downcast_ref::<i32>() {
        format!("i32 {n}")
    } else if let Some(s) = x.downcast_ref::<String>() {
        format!("string {s}")
    } else {
        "something".to_string()
    }
}

trait Component: Any + Debug {
    fn as_any(&self) -> &dyn Any;
}

#[derive(Debug)]
struct Health(u32);
#[derive(Debug)]
struct Tag;

impl Component for Health {
    fn as_any(&self) -> &dyn Any {
        self
    }
}
impl Component for Tag {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn main() {
    println!("{} {} {}", describe(&5), describe(&"x".to_string()), describe(&1.5));
    let b: Box<dyn Any> = Box::new(42u8);
    println!("{}", b.is::<u8>());
    match b.downcast::<u8>() {
        Ok(n) => println!("u8 {n}"),
        Err(_) => println!("no"),
    }
    let parts: Vec<Box<dyn Component>> = vec![Box::new(Tag), Box::new(Health(9))];
    for p in &parts {
        match p.as_any().downcast_ref::<Health>() {
            Some(h) => println!("health {}", h.0),
            None => println!("{:?}", p),
        }
    }
    let mut any: Box<dyn Any> = Box::new(1i32);
    if let Some(n) = any.downcast_mut::<i32>() {
        *n += 1;
    }
    println!("{}", describe(any.as_ref()));
}
