//@ no-bug
//@ source: which methods of a program's own types std calls: `clone_from`, comparisons, hashers, `write_str`

use std::cell::RefCell;
use std::cmp::{Ordering, Reverse};
use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};

thread_local! {
    static CALLS: RefCell<Vec<&'static str>> = const { RefCell::new(vec![]) };
}
fn note(call: &'static str) {
    CALLS.with_borrow_mut(|calls| calls.push(call));
}
fn calls(run: impl FnOnce()) -> String {
    run();
    CALLS.take().join(" ")
}

struct Copying(u32);
impl Clone for Copying {
    fn clone(&self) -> Copying {
        note("clone");
        Copying(self.0)
    }
    fn clone_from(&mut self, source: &Copying) {
        note("from");
        self.0 = source.0;
    }
}
fn many(count: u32) -> Vec<Copying> {
    (0..count).map(Copying).collect()
}

#[derive(PartialEq)]
struct Ordered(i32);
impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<Ordering> {
        note("partial_cmp");
        self.0.partial_cmp(&other.0)
    }
    fn lt(&self, other: &Ordered) -> bool {
        note("lt");
        self.0 < other.0
    }
    fn ge(&self, other: &Ordered) -> bool {
        note("ge");
        self.0 >= other.0
    }
}

#[derive(Default)]
struct Sizes(Vec<usize>);
impl Hasher for Sizes {
    fn finish(&self) -> u64 {
        0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.push(bytes.len());
    }
    fn write_usize(&mut self, _: usize) {
        self.0.push(0);
    }
}
fn sizes(value: impl Hash) -> Vec<usize> {
    let mut sizes = Sizes::default();
    value.hash(&mut sizes);
    sizes.0
}

#[derive(Default)]
struct Texts(Vec<String>);
impl Write for Texts {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push(text.to_string());
        Ok(())
    }
    fn write_char(&mut self, c: char) -> fmt::Result {
        self.0.push(format!("char {c}"));
        Ok(())
    }
}
fn texts(args: fmt::Arguments<'_>) -> Vec<String> {
    let mut texts = Texts::default();
    fmt::write(&mut texts, args).unwrap();
    texts.0
}
#[derive(Debug)]
struct Empty {}

fn main() {
    assert_eq!(calls(|| many(2).clone_from(&many(3))), "from from clone");
    assert_eq!(calls(|| many(2).clone_from_slice(&many(2))), "from from");
    assert_eq!(calls(|| Some(Copying(1)).clone_from(&Some(Copying(2)))), "from");
    assert_eq!(calls(|| None.clone_from(&Some(Copying(2)))), "clone");
    assert_eq!(calls(|| Box::new(Copying(1)).clone_from(&Box::new(Copying(2)))), "from");

    assert_eq!(calls(|| assert!(Box::new(Ordered(1)) < Box::new(Ordered(2)))), "lt");
    assert_eq!(calls(|| assert!(Reverse(Ordered(2)) <= Reverse(Ordered(2)))), "partial_cmp");
    assert_eq!(calls(|| assert!(Reverse(Ordered(2)) < Reverse(Ordered(1)))), "lt");
    assert_eq!(calls(|| assert!(&Ordered(2) >= &Ordered(1))), "ge");

    assert_eq!(sizes(vec![1u32, 2]), [0, 8]);
    assert_eq!(sizes([1u8; 3]), [0, 3]);
    assert_eq!(sizes((1u16, [-1i128].as_slice())), [2, 0, 16]);
    assert_eq!(sizes(['a', 'b']), [0, 4, 4]);

    assert_eq!(texts(format_args!("{:5}|{:05}", 42, -42)), ["char  ", "char  ", "char  ", "42", "|", "char -", "char 0", "char 0", "42"]);
    assert_eq!(texts(format_args!("{:?}{:?}", Empty {}, "a\nb")), ["Empty", "char \"", "a", "\\n", "b", "char \""]);
    assert_eq!(texts(format_args!("{:?}", "\u{feff}")), ["char \"", "", "\\u{feff}", "", "char \""]);
    assert_eq!(texts(format_args!("{:6.2}", 1.5)), ["char  ", "char  ", "1", ".", "50"]);
}
