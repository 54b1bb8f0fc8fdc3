//@ bug: undefined-behavior
//@ source: a pointer to a variable of a block that has ended
fn main() {
    let p: *const u32;
    {
        let x = std::hint::black_box(5);
        p = &x;
    }
    println!("{}", unsafe { *p });
}
