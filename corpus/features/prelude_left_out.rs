//@ no-bug
//@ source: without the prelude its names are the program's
#![no_implicit_prelude]
trait Greet {
    fn clone(&self) -> u8;
}
struct A;
impl Greet for A {
    fn clone(&self) -> u8 {
        7
    }
}
impl ::std::clone::Clone for A {
    fn clone(&self) -> A {
        A
    }
}
fn drop(x: u8) -> u8 {
    x + 1
}
enum Option {
    Some,
}
fn main() {
    let v: ::std::vec::Vec<u8> = ::std::vec![1, 2];
    let a = A.clone();
    ::std::assert_eq!((a, drop(1), v.len()), (7, 2, 2));
    let _o = Option::Some;
    ::std::assert_eq!(a, 7);
}
