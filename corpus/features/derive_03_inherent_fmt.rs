//@ no-bug
//@ source: derived `Debug` calls the trait's `fmt`, not an inherent one
#![allow(dead_code)]
use std::fmt;
#[derive(Clone)]
struct W(u8);
impl W {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("inherent")
    }
}
impl fmt::Debug for W {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("W!")
    }
}
#[derive(Debug, Clone)]
struct S {
    w: W,
    o: Option<W>,
}
#[derive(Debug, Clone)]
enum En {
    A(W),
    B { w: W },
    C,
}
impl En {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("inherent")
    }
}
#[derive(Debug)]
struct T(En);
fn main() {
    assert_eq!(
        format!(
            "{:?}",
            S {
                w: W(1),
                o: Some(W(2))
            }
        ),
        "S { w: W!, o: Some(W!) }"
    );
    let all = format!("{:?} {:?} {:?}", En::A(W(1)), En::B { w: W(1) }, En::C);
    assert_eq!(all, "A(W!) B { w: W! } C");
    assert_eq!(format!("{:?}", T(En::C)), "T(C)");
}
