//@ no-bug

fn half(n: i32) -> Option<i32> {
    if n % 2 == 0 { Some(n / 2) } else { None }
}

fn main() {
    match half(10) {
        Some(n) => println!("{n}"),
        None => println!("odd"),
    }
    if let Some(n) = half(3) {
        println!("{n}");
    } else {
        println!("odd");
    }
    println!("{}", half(8).unwrap() + half(3).unwrap_or(100));
    println!("{} {}", half(4).is_some(), half(5).is_none());
}
