//@ no-bug
//@ edition: 2015

use std::fmt::{Debug, Display};
use std::sync::{Arc, Mutex};
use std::thread;

trait Sink {
    fn put(&mut self, i32);
    fn put_all<I: IntoIterator<Item = i32>>(&mut self, I, &Display)
    where
        Self: Sized;
    fn pair((i32, i32), n: i32) -> i32
    where
        Self: Sized;
    fn each(&self, Box<FnMut(&i32) -> Option<i32>>) -> ::std::vec::Vec<i32>;
}

impl Sink for Vec<i32> {
    fn put(&mut self, await: i32) {
        self.push(await)
    }
    fn put_all<I: IntoIterator<Item = i32>>(&mut self, items: I, title: &Display) {
        for item in items {
            self.put(item);
        }
        println!("{} {:?}", title, self);
    }
    fn pair((a, b): (i32, i32), n: i32) -> i32 {
        (a + b) * n
    }
    fn each(&self, mut f: Box<FnMut(&i32) -> Option<i32>>) -> Vec<i32> {
        self.iter().filter_map(|x| f(x)).collect()
    }
}

struct Request {
    async: bool,
    try: u8,
}

fn dyn(x: i32) -> i32 {
    x + 1
}

fn number(text: &str) -> Result<i32, ::std::num::ParseIntError> {
    let n = try!(text.parse::<i32>());
    Ok(n)
}

fn main() {
    let async = Arc::new(Mutex::new(Vec::new()));
    let threads: Vec<_> = (0..2)
        .map(|i| {
            let async = async.clone();
            thread::spawn(move || async.lock().unwrap().put(i))
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let mut all = async.lock().unwrap();
    all.sort();
    all.put_all(vec![7, 8], &"all");
    println!("{} {:?}", Vec::pair((1, 2), 3), all.each(Box::new(|x| x.checked_sub(1))));
    let request = Request { async: true, try: 2 };
    println!("{} {}", request.async, request.try);
    let boxed: Box<dyn Debug + Send> = Box::new(dyn(4));
    println!("{:?} {:?}", boxed, number("x").is_err());
    match dyn(6) {
        0...9 => println!("a digit"),
        _ => println!("more"),
    }
}
