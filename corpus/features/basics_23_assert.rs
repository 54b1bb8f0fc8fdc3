//@ no-bug

fn main() {
    let x = 3;
    assert!(x > 2);
    assert!(x > 2, "x is {}", x);
    assert_eq!(x, 3);
    assert_eq!(x + 1, 4, "sum of {x}");
    assert_ne!(x, 4);
    debug_assert!(x < 10);
    debug_assert_eq!(x, 3);
    if x > 100 {
        unreachable!("x is {x}");
    }
    if x > 200 {
        todo!();
    }
    println!("fine");
}
