//@ bug: undefined-behavior
//@ source: a method takes a field of a union by reference, and what the union holds is no value of it
#[repr(C)]
union Payload {
    number: u32,
    letter: char,
}

fn main() {
    let letter = Payload { letter: 'x' };
    assert_eq!(unsafe { letter.letter.to_string() }, "x");
    let number = Payload { number: 0x11_0000 };
    println!("{}", unsafe { number.letter.to_string() });
}
