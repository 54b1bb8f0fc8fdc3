//@ bug: undefined-behavior
//@ source: the padding between two numbers is read as one
#[repr(C, align(8))]
struct S {
    a: u32,
}
fn main() {
    let s = [S { a: 1 }, S { a: 2 }];
    let p = s.as_ptr().cast::<u32>();
    println!("{}", unsafe { *p.add(1) }); // padding
}
