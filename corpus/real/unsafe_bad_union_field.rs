//@ bug: undefined-behavior
//@ source: the field of a union that is not alive is used as a reference

union Slot<'a> {
    number: usize,
    text: &'a u32,
}

fn main() {
    let number = 16;
    let slot = Slot { number };
    let text = unsafe { slot.text };
    println!("{}", *text); // BUG
}
