//@ no-bug

fn sign(x: i32) -> i32 {
    if x > 0 {
        1
    } else if x < 0 {
        -1
    } else {
        0
    }
}

fn main() {
    println!("{} {} {}", sign(5), sign(-5), sign(0));
    let n = if true && !false { 1 } else { 2 };
    println!("{}", n);
    if n == 1 || unreachable() {
        println!("short circuit");
    }
}

fn unreachable() -> bool {
    panic!("not called")
}
