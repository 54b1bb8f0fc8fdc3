//@ bug: undefined-behavior
//@ source: what is read out of a union has to be a value of the field's type; to point to the field is fine
use std::thread;

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
enum Colour {
    Red = 1,
    Green = 2,
}

#[derive(Clone, Copy)]
union Byte {
    number: u8,
    flag: bool,
    colour: Colour,
}

fn main() {
    let byte = Byte { number: 1 };
    unsafe { assert!(byte.flag && byte.colour == Colour::Red) };
    let mut other = Byte { flag: true };
    other.number = 2;
    unsafe { assert_eq!(other.colour, Colour::Green) };
    let pointer = &raw const other.flag;
    unsafe { assert_eq!(*pointer.cast::<u8>(), 2) };
    let seen = thread::spawn(move || unsafe { other.flag } as u8);
    println!("{}", seen.join().unwrap());
}
