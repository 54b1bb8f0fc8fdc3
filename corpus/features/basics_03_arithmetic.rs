//@ no-bug

fn main() {
    let a = 7;
    let b = 3;
    println!("{} {} {} {} {}", a + b, a - b, a * b, a / b, a % b);
    println!("{}", -a);
    println!("{} {}", -7 / 2, -7 % 2);
    let x = 2 + 3 * 4 - (5 - 6);
    println!("{x}");
}
