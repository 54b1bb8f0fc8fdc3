//@ bug: undefined-behavior
//@ message: "free of `number`, which was not allocated"
//@ source: a box that is made of a variable's address frees it
fn main() {
    let mut number = 5u32;
    let boxed = unsafe { Box::from_raw(&mut number as *mut u32) };
    println!("{boxed}");
}
