//@ no-bug
//@ edition: 2024

fn classify(a: Option<i32>, b: Result<i32, String>) -> &'static str {
    if let Some(x) = a
        && x > 10
        && let Ok(y) = &b
        && *y == x
    {
        "equal and big"
    } else if let Some(x) = a
        && let Err(e) = b
        && e.len() as i32 == x
    {
        "error of that length"
    } else {
        "nothing"
    }
}

fn main() {
    println!("{}", classify(Some(11), Ok(11)));
    println!("{}", classify(Some(3), Err("abc".to_string())));
    println!("{}", classify(None, Ok(1)));
    let mut stack = vec![3, 2, 1];
    while let Some(x) = stack.pop()
        && x < 3
    {
        println!("{x}");
    }
}
