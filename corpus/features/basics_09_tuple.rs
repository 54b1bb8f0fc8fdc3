//@ no-bug

fn divide(a: i32, b: i32) -> (i32, i32) {
    (a / b, a % b)
}

fn main() {
    let (q, r) = divide(17, 5);
    println!("{q} {r}");
    let nested = (1, (2, 3), "four");
    println!("{} {} {} {}", nested.0, nested.1.0, (nested.1).1, nested.2);
    let mut t = (1, 2);
    t.0 = 9;
    println!("{:?}", t);
    println!("{}", (1, 2) < (1, 3));
    println!("{}", (1, "a") == (1, "a"));
    let one = (5,);
    println!("{:?} {:?}", one, ());
    let (a, .., c) = (1, 2, 3, 4);
    println!("{a} {c}");
}
