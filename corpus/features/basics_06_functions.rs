//@ no-bug

fn add(a: i32, b: i32) -> i32 {
    a + b
}

fn factorial(n: u64) -> u64 {
    if n == 0 { 1 } else { n * factorial(n - 1) }
}

fn nothing() {}

fn early(x: i32) -> &'static str {
    if x > 10 {
        return "big";
    }
    "small"
}

fn is_even(n: u32) -> bool {
    n == 0 || is_odd(n - 1)
}

fn is_odd(n: u32) -> bool {
    n != 0 && is_even(n - 1)
}

fn main() {
    println!("{}", add(1, 2));
    println!("{}", factorial(10));
    println!("{:?}", nothing());
    println!("{} {}", early(11), early(1));
    println!("{} {}", is_even(10), is_odd(7));
}
