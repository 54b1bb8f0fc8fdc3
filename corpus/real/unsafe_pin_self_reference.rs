//@ no-bug
//@ source: a pinned value that points into itself: made in two steps, never moved

use std::marker::PhantomPinned;
use std::pin::Pin;

struct Parser {
    text: String,
    rest: *const str,
    _pin: PhantomPinned,
}

impl Parser {
    fn new(text: &str) -> Pin<Box<Parser>> {
        let parser = Parser { text: text.to_string(), rest: "", _pin: PhantomPinned };
        let mut boxed = Box::pin(parser);
        let rest: *const str = boxed.text.as_str();
        unsafe { boxed.as_mut().get_unchecked_mut().rest = rest };
        boxed
    }
    fn word(self: Pin<&mut Self>) -> Option<String> {
        let this = unsafe { self.get_unchecked_mut() };
        let rest = unsafe { &*this.rest }.trim_start();
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(' ').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        this.rest = after;
        Some(word.to_string())
    }
}

fn main() {
    let mut parser = Parser::new("never move  me");
    while let Some(word) = parser.as_mut().word() {
        println!("{word}");
    }
    println!("{}", parser.text.len());
}
