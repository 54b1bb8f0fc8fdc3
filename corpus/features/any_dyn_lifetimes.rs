//@ no-bug
//@ source: whose choice a lifetime of a trait object is tells types apart

use std::any::{Any, TypeId};

type General = Box<dyn Fn(&str) -> usize>;
type Special = Box<dyn Fn(&'static str) -> usize>;

trait Visit<T> {
    fn visit(&self, value: T) -> usize;
}

impl<'a> Visit<&'a str> for usize {
    fn visit(&self, value: &'a str) -> usize {
        self + value.len()
    }
}

fn id<T: 'static + ?Sized>() -> TypeId {
    TypeId::of::<T>()
}

fn specialize(general: General) -> Special {
    general
}

struct Reader<'a> {
    visit: &'a dyn Visit<&'a str>,
}

fn main() {
    assert_ne!(id::<General>(), id::<Special>());
    assert_ne!(id::<Vec<General>>(), id::<Vec<Special>>());
    assert_eq!(
        id::<General>(),
        id::<Box<dyn for<'a> Fn(&'a str) -> usize>>()
    );
    assert_eq!(
        id::<dyn Fn(&u8) -> &u8>(),
        id::<dyn for<'x> Fn(&'x u8) -> &'x u8>()
    );
    assert_ne!(
        id::<dyn Fn(&u8) -> &u8>(),
        id::<dyn Fn(&u8) -> &'static u8>()
    );
    assert_ne!(
        id::<dyn Fn(&u8, &u8)>(),
        id::<dyn for<'a> Fn(&'a u8, &'a u8)>()
    );
    assert_ne!(
        id::<dyn Visit<&'static str>>(),
        id::<dyn for<'a> Visit<&'a str>>()
    );
    assert_eq!(
        id::<dyn Visit<&'static str> + Send>(),
        id::<dyn Send + Visit<&'static str>>()
    );

    let boxes: [Box<dyn Any>; 2] = [
        Box::new(Box::new(|text: &str| text.len()) as General),
        Box::new(specialize(Box::new(|text| text.len() + 1))),
    ];
    assert_eq!(
        boxes[0].downcast_ref::<General>().map(|f| f("four")),
        Some(4)
    );
    assert!(boxes[0].downcast_ref::<Special>().is_none());
    assert_eq!(
        boxes[1].downcast_ref::<Special>().map(|f| f("four")),
        Some(5)
    );

    let every: &dyn for<'a> Visit<&'a str> = &3usize;
    let text = String::from("ab");
    let reader = Reader { visit: every };
    println!("{} {}", every.visit(&text), reader.visit.visit("c"));
}
