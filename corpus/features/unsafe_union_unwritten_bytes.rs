//@ bug: undefined-behavior
//@ source: reads a union's larger field, of which only the first byte was written

union Number {
    small: u8,
    big: u64,
}

fn main() {
    let number = Number { small: 1 };
    println!("{}", unsafe { number.big } + 1);
}
