//@ no-bug
//@ source: structs with padding behind a number, reached by a pointer to numbers
#[repr(C, align(8))]
struct S {
    a: u32,
}
fn main() {
    let s = [S { a: 1 }, S { a: 2 }];
    let p = s.as_ptr().cast::<u32>();
    unsafe {
        assert_eq!(*p, 1);
        assert_eq!(*p.add(2), 2);
    }
}
