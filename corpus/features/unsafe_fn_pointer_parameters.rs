//@ bug: undefined-behavior
//@ source: a function is called through a pointer whose type has fewer parameters
fn add(a: u32, b: u32) -> u32 {
    a + b
}

fn main() {
    let erased = add as *const ();
    let fits: fn(u32, u32) -> u32 = unsafe { std::mem::transmute(erased) };
    assert_eq!(fits(1, 2), 3);
    let wrong: fn(u32) -> u32 = unsafe { std::mem::transmute(erased) };
    println!("{}", wrong(1));
}
