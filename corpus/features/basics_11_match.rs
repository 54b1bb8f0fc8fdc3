//@ no-bug

fn name(n: u32) -> &'static str {
    match n {
        0 => "zero",
        1 | 2 | 3 => "few",
        4..=9 => "several",
        x if x % 2 == 0 => "many, even",
        _ => "many",
    }
}

fn main() {
    for n in [0, 2, 9, 10, 11] {
        println!("{n} {}", name(n));
    }
    let b = true;
    let n = match b {
        true => 1,
        false => 0,
    };
    println!("{n}");
    match (n, b) {
        (1, true) => println!("both"),
        (_, false) => println!("no"),
        (other, _) => println!("{other}"),
    }
}
