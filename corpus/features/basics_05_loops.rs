//@ no-bug

fn main() {
    let mut i = 0;
    while i < 3 {
        print!("{} ", i);
        i += 1;
    }
    println!();
    let mut sum = 0;
    loop {
        sum += i;
        i += 1;
        if i % 2 == 0 {
            continue;
        }
        if i > 10 {
            break;
        }
    }
    println!("{} {}", i, sum);
    for k in 0..4 {
        print!("{k},");
    }
    for k in (1..=3).rev() {
        print!("{k};");
    }
    println!();
}
