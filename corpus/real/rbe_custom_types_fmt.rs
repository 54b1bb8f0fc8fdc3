//@ no-bug
//@ edition: 2024
//@ source: Rust by Example: formatting traits, matching, guards, destructuring, linked list as an enum

use std::fmt::{self, Binary, Display, Formatter};
use std::ops::RangeInclusive;

#[derive(Debug)]
struct Structure(i32);
#[derive(Debug)]
struct Deep(Structure);

struct Complex {
    real: f64,
    imag: f64,
}
impl Display for Complex {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{} {} {}i", self.real, if self.imag < 0.0 { '-' } else { '+' }, self.imag.abs())
    }
}
struct List(Vec<i32>);
impl Display for List {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let vec = &self.0;
        write!(f, "[")?;
        for (count, v) in vec.iter().enumerate() {
            if count != 0 {
                write!(f, ", ")?;
            }
            write!(f, "{count}: {v}")?;
        }
        write!(f, "]")
    }
}
struct Color {
    red: u8,
    green: u8,
    blue: u8,
}
impl Display for Color {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(
            f,
            "RGB ({0}, {1}, {2}) 0x{0:02X}{1:02X}{2:02X}",
            self.red, self.green, self.blue
        )
    }
}
impl Binary for Color {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        Binary::fmt(&(u32::from(self.red) << 16 | u32::from(self.green) << 8 | self.blue as u32), f)
    }
}

enum Linked {
    Cons(u32, Box<Linked>),
    Nil,
}
use Linked::*;
impl Linked {
    fn new() -> Linked {
        Nil
    }
    fn prepend(self, elem: u32) -> Linked {
        Cons(elem, Box::new(self))
    }
    fn len(&self) -> u32 {
        match *self {
            Cons(_, ref tail) => 1 + tail.len(),
            Nil => 0,
        }
    }
    fn stringify(&self) -> String {
        match *self {
            Cons(head, ref tail) => format!("{}, {}", head, tail.stringify()),
            Nil => "Nil".to_string(),
        }
    }
}

#[allow(dead_code)]
#[derive(Debug, Clone, Copy)]
enum Temperature {
    Celsius(i32),
    Fahrenheit(i32),
}

fn age() -> u32 {
    15
}

const TEEN: RangeInclusive<u32> = 13..=19;

fn main() {
    println!("{:?} {:?}", Structure(3), Deep(Structure(7)));
    println!("{:#?}", Deep(Structure(7)));
    println!("{} | {}", Complex { real: 3.3, imag: 7.2 }, Complex { real: 4.7, imag: -2.3 });
    println!("{} {:?}", List(vec![1, 2, 3]), List(vec![]).0);
    for color in [Color { red: 128, green: 255, blue: 90 }, Color { red: 0, green: 3, blue: 254 }] {
        println!("{color} {color:b} {color:#034b}");
    }
    println!("{number:>5}|{number:0<5}|{number:^+9.2}|{:>width$}", 'x', number = 1.5, width = 4);
    println!("{:e} {:E} {:x} {:#X} {:o} {:p}", 1234.5, 0.00012, 255, 255, 8, std::ptr::null::<u8>());
    let mut list = Linked::new();
    list = list.prepend(1);
    list = list.prepend(2).prepend(3);
    println!("linked list has length: {} {}", list.len(), list.stringify());
    for t in [Temperature::Celsius(35), Temperature::Celsius(3), Temperature::Fahrenheit(100), Temperature::Fahrenheit(8)] {
        match t {
            Temperature::Celsius(t) if t > 30 => println!("{t}C is above 30 Celsius"),
            Temperature::Celsius(t) => println!("{t}C is equal to or below 30 Celsius"),
            Temperature::Fahrenheit(t @ 87..) => println!("{t}F is hot"),
            Temperature::Fahrenheit(..=86) => println!("mild"),
        }
    }
    match age() {
        0 => println!("I haven't celebrated my first birthday yet"),
        n @ 1..=12 => println!("I'm a child of age {n:?}"),
        n if TEEN.contains(&n) => println!("I'm a teen of age {n:?}"),
        n => println!("I'm an old person of age {n:?}"),
    }
    let triple = (0, -2, 3);
    match triple {
        (0, y, z) => println!("First is `0`, `y` is {y}, and `z` is {z}"),
        (1, ..) => println!("First is `1`"),
        (.., 2) => println!("last is `2`"),
        (3, .., 4) => println!("3..4"),
        _ => println!("It doesn't matter what they are"),
    }
    let array = [1, -2, 6, 7, 9];
    match array {
        [-1, second, ..] => println!("{second}"),
        [3, second, tail @ ..] => println!("{second} {tail:?}"),
        [first, middle @ .., last] => println!("{first} {middle:?} {last}"),
    }
    let reference = &4;
    match *reference {
        val => println!("deref {val:?}"),
    }
    let ref is_a_ref = 3;
    let mut mut_value = 6;
    match mut_value {
        ref mut m => *m += *is_a_ref,
    }
    println!("{mut_value}");
    let number = Some(7);
    let n = if let Some(i) = number && i > 5 { i } else { 0 };
    let Some(m) = number.filter(|n| n % 2 == 0).or(Some(40)) else {
        unreachable!()
    };
    println!("{}", n + m);
    let label = 'outer: loop {
        let mut count = 0;
        loop {
            count += 1;
            if count == 3 {
                continue 'outer;
            }
            if count == 2 {
                break 'outer count * 10;
            }
        }
    };
    println!("{label}");
}
