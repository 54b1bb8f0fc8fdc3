//@ bug: undefined-behavior
//@ source: a pointer to a local of a function that has returned

fn pointer_to_local() -> *const u32 {
    let local = 7;
    &raw const local
}

fn main() {
    let pointer = pointer_to_local();
    let value = unsafe { *pointer }; // BUG
    println!("{value}");
}
