//@ no-bug
//@ source: derives on structs whose last field has no size

#[derive(Debug, PartialEq, Eq, PartialOrd, Hash)]
struct Name(str);

#[derive(Debug, PartialEq)]
struct Tagged<T: ?Sized> {
    tag: u8,
    tail: T,
}

impl Name {
    fn new(text: &str) -> &Name {
        unsafe { &*(text as *const str as *const Name) }
    }
}

fn main() {
    println!("{:?} {:#?}", Name::new("ada"), Name::new("bob"));
    assert!(Name::new("a") < Name::new("b"));
    let tagged: Box<Tagged<[u16]>> = Box::new(Tagged {
        tag: 1,
        tail: [2, 3],
    });
    println!("{tagged:?}");
    let shown: &Tagged<dyn std::fmt::Debug> = &Tagged { tag: 2, tail: 'x' };
    println!("{shown:?}");
}
