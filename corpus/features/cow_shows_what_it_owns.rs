//@ no-bug
//@ source: an owned `Cow` is shown as the owned type shows itself
use std::borrow::{Borrow, Cow};
use std::fmt;
use std::path::Path;

#[derive(Debug)]
#[repr(transparent)]
struct Name(str);
#[derive(Debug)]
struct NameBuf(String);
impl Name {
    fn new(text: &str) -> &Name {
        unsafe { &*(text as *const str as *const Name) }
    }
}
impl Borrow<Name> for NameBuf {
    fn borrow(&self) -> &Name {
        Name::new(&self.0)
    }
}
impl ToOwned for Name {
    type Owned = NameBuf;
    fn to_owned(&self) -> NameBuf {
        NameBuf(self.0.into())
    }
}
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("borrowed")
    }
}
impl fmt::Display for NameBuf {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("owned")
    }
}

#[derive(Debug, Clone)]
struct Parts<'a> {
    path: Cow<'a, Path>,
    list: Cow<'a, [u8]>,
    text: Cow<'a, str>,
}

fn main() {
    let mut name: Cow<Name> = Cow::Borrowed(Name::new("x"));
    println!("{name:?} {name}");
    name.to_mut();
    println!("{name:?} {name}");
    assert_eq!(format!("{name:?} {name}"), "NameBuf(\"x\") owned");
    let parts = Parts { path: Path::new("a/b").into(), list: vec![1, 2].into(), text: "c".into() };
    println!("{parts:?} {:>4}", parts.text);
}
