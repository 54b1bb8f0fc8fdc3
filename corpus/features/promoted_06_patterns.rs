//@ no-bug
//@ source: constants that patterns bind by reference live for ever
struct N(i32);
fn f() -> &'static N {
    let [_, ref x] = [N(1), N(2)];
    x
}
fn g() -> &'static N {
    let (_, ref x) = (1, N(3));
    x
}
fn h() -> &'static i32 {
    let N(ref x) = N(7);
    x
}
fn k() -> &'static i32 {
    let ref x = 8;
    x
}
fn m() -> &'static i32 {
    match (1, 2) {
        (_, ref x) => x,
    }
}
fn main() {
    assert_eq!(f().0, 2);
    assert_eq!(g().0, 3);
    assert_eq!(*h(), 7);
    assert_eq!(*k(), 8);
    assert_eq!(*m(), 2);
}
