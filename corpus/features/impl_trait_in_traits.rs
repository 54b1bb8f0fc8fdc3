//@ no-bug
//@ source: `impl Trait` in the results of traits' methods: nested, refined by impls, and with defaults

use std::fmt::{Debug, Display};
use std::rc::Rc;

trait Shelf {
    fn items(&self) -> impl Iterator<Item = impl Display>;

    fn labels(&self) -> impl Iterator<Item = (usize, impl Display + Clone)> {
        (1..=2).map(|n| (n, "label"))
    }

    fn boxed(&self) -> Box<impl Debug + ?Sized>;

    fn parse(text: &str) -> Result<impl Into<u64>, impl Display>;
}

struct Numbers(Vec<u32>);

#[allow(refining_impl_trait)]
impl Shelf for Numbers {
    fn items(&self) -> impl Iterator<Item = impl Display> {
        self.0.iter().map(|n| n * 10)
    }

    fn boxed(&self) -> Box<[u32]> {
        self.0.clone().into()
    }

    fn parse(text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("no number: {text}"))
    }
}

struct Words(&'static str);

#[allow(refining_impl_trait)]
impl Shelf for Words {
    fn items(&self) -> std::str::SplitWhitespace<'static> {
        self.0.split_whitespace()
    }

    fn labels(&self) -> std::vec::IntoIter<(usize, String)> {
        vec![(7, self.0.to_uppercase())].into_iter()
    }

    fn boxed(&self) -> Box<Rc<str>> {
        Box::new(self.0.into())
    }

    fn parse(text: &str) -> Result<impl Into<u64>, impl Display> {
        match text.len() {
            0 => Err("no word"),
            length => Ok(length as u32),
        }
    }
}

fn show<S: Shelf>(shelf: &S, text: &str) {
    for item in shelf.items() {
        print!("{item} ");
    }
    for (number, label) in shelf.labels() {
        print!("{number}={} ", label.clone());
    }
    match S::parse(text) {
        Ok(number) => println!("{:?} {}", shelf.boxed(), number.into()),
        Err(error) => println!("{:?} {error}", shelf.boxed()),
    }
}

trait Source<T> {
    fn read(&self) -> impl Iterator<Item = T>;
}

impl<T: Clone> Source<T> for Option<T> {
    #[allow(refining_impl_trait)]
    fn read(&self) -> std::option::IntoIter<T> {
        self.clone().into_iter()
    }
}

trait Make<T> {
    fn make(value: T) -> impl FnOnce() -> T;
}

struct Next;

impl Make<u8> for Next {
    fn make(value: u8) -> impl FnOnce() -> u8 {
        move || value + 1
    }
}

impl Make<&'static str> for Next {
    fn make(value: &'static str) -> impl FnOnce() -> &'static str {
        move || &value[1..]
    }
}

fn main() {
    show(&Numbers(vec![1, 2]), "x");
    show(&Words("one two"), "four");

    for item in Numbers(vec![3]).items() {
        println!("{item}");
    }
    let words = Words("to be or");
    println!("{:?} {}", words.items().next_back(), words.boxed().len());
    println!("{:?}", words.labels().as_slice());
    println!("{}", Numbers(vec![4, 5]).boxed().len());
    let parsed: Result<u8, String> = Numbers::parse("9");
    println!("{parsed:?} {:?}", <Numbers as Shelf>::parse("nine"));
    println!("{}", Some('c').read().len());
    println!("{:?}", Shelf::items(&words).next_back());
    println!("{} {}", Next::make(1u8)(), <Next as Make<_>>::make("abc")());
}
