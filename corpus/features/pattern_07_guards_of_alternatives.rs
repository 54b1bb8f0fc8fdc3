//@ no-bug
//@ source: a guard is asked for each alternative that matches

fn f(x: i32, g: bool) -> &'static str {
    match x {
        1 | _ if g => "g",
        1 => "one",
        _ => "other",
    }
}
fn h(x: Option<i32>, mut n: i32) -> i32 {
    match x {
        Some(1) | Some(_) | None
            if {
                n += 1;
                n > 2
            } =>
        {
            n
        }
        _ => -n,
    }
}
fn k(p: (Option<i32>, Option<i32>)) -> i32 {
    match p {
        (Some(x), _) | (_, Some(x)) if x > 10 => x,
        _ => 0,
    }
}
fn main() {
    println!(
        "{} {} {} {}",
        f(1, true),
        f(1, false),
        f(2, true),
        f(2, false)
    );
    println!("{} {} {}", h(Some(1), 1), h(Some(2), 1), h(None, 0));
    println!(
        "{} {} {}",
        k((Some(1), Some(20))),
        k((Some(30), None)),
        k((None, None))
    );
}
