//@ no-bug

use std::fmt::Display;

fn evens(limit: u32) -> impl Iterator<Item = u32> {
    (0..limit).filter(|x| x % 2 == 0)
}

fn adder(k: i32) -> impl Fn(i32) -> i32 {
    move |x| x + k
}

fn print_all(items: impl IntoIterator<Item = impl Display>) {
    for i in items {
        print!("[{i}]");
    }
    println!();
}

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

fn boxed(flag: bool) -> Box<dyn Iterator<Item = i32>> {
    if flag { Box::new(0..3) } else { Box::new([9, 8].into_iter()) }
}

struct Words<'a> {
    text: &'a str,
}

impl<'a> Words<'a> {
    fn iter(&self) -> impl Iterator<Item = &'a str> + 'a {
        self.text.split(' ').filter(|w| !w.is_empty())
    }
}

fn main() {
    println!("{:?}", evens(9).collect::<Vec<_>>());
    println!("{}", adder(5)(10));
    print_all(vec![1, 2]);
    print_all(["a", "b"]);
    let f = compose(|x: i32| x * 2, |y: i32| format!("<{y}>"));
    println!("{}", f(4));
    println!("{} {}", boxed(true).sum::<i32>(), boxed(false).count());
    println!("{:?}", Words { text: "a  b c" }.iter().collect::<Vec<_>>());
}
