//@ no-bug
//@ source: new; whose choice a lifetime of a function pointer is tells types apart

use std::any::{Any, TypeId};

type Any1 = fn(&str) -> usize;
type Static1 = fn(&'static str) -> usize;

struct Named<'a>(&'a str);

fn length(text: &str) -> usize {
    text.len()
}

fn id<T: 'static>() -> TypeId {
    TypeId::of::<T>()
}

fn main() {
    assert_ne!(id::<Any1>(), id::<Static1>());
    assert_ne!(id::<Vec<Any1>>(), id::<Vec<Static1>>());
    assert_eq!(id::<Any1>(), id::<for<'a> fn(&'a str) -> usize>());
    assert_eq!(id::<fn(&u8) -> &u8>(), id::<for<'x> fn(&'x u8) -> &'x u8>());
    assert_ne!(id::<fn(&u8) -> &u8>(), id::<fn(&u8) -> &'static u8>());
    assert_eq!(id::<fn(&u8, &u8)>(), id::<for<'b, 'a> fn(&'a u8, &'b u8)>());
    assert_ne!(id::<fn(&u8, &u8)>(), id::<for<'a> fn(&'a u8, &'a u8)>());
    assert_ne!(id::<fn(Named<'_>)>(), id::<fn(Named<'static>)>());
    let boxes: [Box<dyn Any>; 2] = [Box::new(length as Any1), Box::new(length as Static1)];
    assert_eq!(boxes[0].downcast_ref::<Any1>().map(|f| f("four")), Some(4));
    assert!(boxes[0].downcast_ref::<Static1>().is_none());
    assert!(boxes[1].is::<Static1>() && !boxes[1].is::<Any1>());
    let general: Any1 = length;
    let special: Static1 = general;
    println!("{}", special("abc") + general("de"));
    assert!((&special as &dyn Any).is::<Static1>());
}
