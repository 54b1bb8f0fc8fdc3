//@ no-bug
//@ source: The Rust Programming Language, chapter 20: raw pointers, associated types, operator overloading, fully qualified syntax, newtypes, function pointers, returned closures, a macro

use std::fmt;
use std::ops::{Add, Index};
use std::slice;

static mut COUNTER: u32 = 0;

unsafe fn add_to_count(inc: u32) {
    unsafe {
        COUNTER += inc;
    }
}

fn split_at_mut(values: &mut [i32], mid: usize) -> (&mut [i32], &mut [i32]) {
    let len = values.len();
    let ptr = values.as_mut_ptr();
    assert!(mid <= len);
    unsafe { (slice::from_raw_parts_mut(ptr, mid), slice::from_raw_parts_mut(ptr.add(mid), len - mid)) }
}

#[derive(Debug, Copy, Clone, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}
impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}
#[derive(Debug, PartialEq)]
struct Millimeters(u32);
struct Meters(u32);
impl Add<Meters> for Millimeters {
    type Output = Millimeters;
    fn add(self, other: Meters) -> Millimeters {
        Millimeters(self.0 + (other.0 * 1000))
    }
}

trait Pilot {
    fn fly(&self) -> &'static str;
}
trait Wizard {
    fn fly(&self) -> &'static str;
}
struct Human;
impl Pilot for Human {
    fn fly(&self) -> &'static str {
        "This is your captain speaking."
    }
}
impl Wizard for Human {
    fn fly(&self) -> &'static str {
        "Up!"
    }
}
impl Human {
    fn fly(&self) -> &'static str {
        "*waving arms furiously*"
    }
}
trait Animal {
    fn baby_name() -> String;
}
struct Dog;
impl Dog {
    fn baby_name() -> String {
        String::from("Spot")
    }
}
impl Animal for Dog {
    fn baby_name() -> String {
        String::from("puppy")
    }
}

trait OutlinePrint: fmt::Display {
    fn outline_print(&self) {
        let output = self.to_string();
        let len = output.len();
        println!("{}", "*".repeat(len + 4));
        println!("*{}*", " ".repeat(len + 2));
        println!("* {output} *");
        println!("*{}*", " ".repeat(len + 2));
        println!("{}", "*".repeat(len + 4));
    }
}
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}
impl OutlinePrint for Point {}

struct Wrapper(Vec<String>);
impl fmt::Display for Wrapper {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "[{}]", self.0.join(", "))
    }
}
impl Index<usize> for Wrapper {
    type Output = str;
    fn index(&self, i: usize) -> &str {
        &self.0[i]
    }
}

type Thunk = Box<dyn Fn() -> i32 + Send + 'static>;

fn returns_closure(init: i32) -> impl Fn(i32) -> i32 {
    move |x| x + init
}
fn returns_boxed(k: i32) -> Thunk {
    Box::new(move || k * k)
}
fn add_one(x: i32) -> i32 {
    x + 1
}
fn do_twice(f: fn(i32) -> i32, arg: i32) -> i32 {
    f(arg) + f(arg)
}
#[derive(Debug)]
enum Status {
    Value(u32),
    #[allow(dead_code)]
    Stop,
}
macro_rules! my_vec {
    ( $( $x:expr ),* ) => {
        {
            let mut temp_vec = Vec::new();
            $( temp_vec.push($x); )*
            temp_vec
        }
    };
}
unsafe trait Foo {
    fn id(&self) -> u8;
}
unsafe impl Foo for i32 {
    fn id(&self) -> u8 {
        *self as u8
    }
}

fn main() {
    let mut num = 5;
    let r1 = &raw const num;
    let r2 = &raw mut num;
    unsafe {
        *r2 += 1;
        println!("{} {}", *r1, *r2);
        add_to_count(3);
        println!("COUNTER: {}", *(&raw const COUNTER));
    }
    let mut v = vec![1, 2, 3, 4, 5, 6];
    let (a, b) = split_at_mut(&mut v, 3);
    a[0] = b[2];
    println!("{a:?} {b:?}");
    assert_eq!(Point { x: 1, y: 0 } + Point { x: 2, y: 3 }, Point { x: 3, y: 3 });
    println!("{:?}", Millimeters(5) + Meters(2));
    let person = Human;
    println!("{} {} {}", Pilot::fly(&person), Wizard::fly(&person), person.fly());
    println!("{} {}", Dog::baby_name(), <Dog as Animal>::baby_name());
    Point { x: 1, y: 3 }.outline_print();
    let w = Wrapper(vec![String::from("hello"), String::from("world")]);
    println!("w = {w} {}", &w[1]);
    println!("{} {} {}", returns_closure(3)(4), returns_boxed(7)(), do_twice(add_one, 5));
    let statuses: Vec<Status> = (0u32..3).map(Status::Value).collect();
    println!("{statuses:?}");
    let strings: Vec<String> = [1, 2, 3].iter().map(ToString::to_string).collect();
    println!("{}", strings.concat());
    println!("{:?} {}", my_vec![1, 2, 3], 260.id());
    let handlers: [fn(i32) -> i32; 2] = [add_one, |x| x * 2];
    println!("{}", handlers.iter().fold(1, |acc, f| f(acc)));
}
