//! The place of a call of a method is where its name stands, be the receiver lines before.
//@ no-bug

use std::panic::Location;
struct S;
impl S {
    fn next(self) -> S { S }
    #[track_caller]
    fn line(self) -> u32 { Location::caller().line() }
}
fn main() {
    let n = S
        .next()
        .next()
        .line();
    println!("{n}");
    assert_eq!(n, 15);
}
