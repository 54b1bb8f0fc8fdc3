//@ no-bug
//@ source: a trait's method where the bounds of the inherent impl do not hold

use std::fmt::Display;
struct W<T>(T);
impl<T: Display> W<T> {
    fn show(&self) -> String {
        format!("inherent {}", self.0)
    }
    fn len(&self) -> usize
    where
        T: Copy,
    {
        1
    }
}
trait Show {
    fn show(&self) -> String;
    fn len(&self) -> usize {
        2
    }
}
impl<T> Show for W<T> {
    fn show(&self) -> String {
        "trait".into()
    }
}
struct NoDisplay;
trait Clone2 {
    fn cloned(self) -> u8;
}
impl<'a> Clone2 for Option<&'a NoDisplay> {
    fn cloned(self) -> u8 {
        9
    }
}
trait Get {
    fn get(&self) -> i32;
}
impl<T> Get for std::cell::Cell<T> {
    fn get(&self) -> i32 {
        -1
    }
}
fn main() {
    println!("{} {}", W(1).show(), W(NoDisplay).show());
    println!("{} {}", W(1).len(), W(NoDisplay).len());
    println!("{}", W(String::new()).0.len());
    println!(
        "{} {}",
        std::cell::Cell::new(3).get(),
        std::cell::Cell::new(String::new()).get()
    );
}
