//@ no-bug

fn check(n: i32) -> Result<i32, String> {
    if n >= 0 { Ok(n) } else { Err(format!("{n} is negative")) }
}

fn main() {
    let ok = check(4);
    let bad = check(-4);
    println!("{:?} {:?}", ok, bad);
    println!("{} {}", ok.is_ok(), bad.is_err());
    println!("{:?} {:?}", ok.as_ref().map(|x| x + 1), bad.as_ref().map_err(|e| e.len()));
    println!("{:?} {:?}", ok.clone().ok(), bad.clone().err());
    println!("{} {}", bad.clone().unwrap_or(0), bad.clone().unwrap_or_else(|e| e.len() as i32));
    println!("{:?}", ok.clone().and_then(|x| check(x - 10)));
    println!("{:?}", bad.clone().or_else(|_| check(1)));
    println!("{}", ok.clone().map_or(0, |x| x * 10));
    println!("{}", bad.clone().unwrap_err());
    println!("{}", ok.clone().expect("fine"));
    println!("{:?}", ok.iter().next());
    println!("{}", ok.as_ref().is_ok_and(|x| *x == 4));
    let all: Result<Vec<i32>, String> = [1, 2, 3].into_iter().map(check).collect();
    println!("{:?}", all);
    let some: Result<Vec<i32>, String> = [1, -2, -3].into_iter().map(check).collect();
    println!("{:?}", some);
    println!("{:?}", [1, 2].iter().map(|&x| check(x)).sum::<Result<i32, _>>());
    println!("{:?}", Ok::<Option<i32>, ()>(Some(1)).transpose());
    println!("{:?}", Ok::<_, ()>(1).and(Ok::<_, ()>("b")));
    let (good, errors): (Vec<_>, Vec<_>) = [1, -1, 2].map(check).into_iter().partition(|r| r.is_ok());
    println!("{} {}", good.len(), errors.len());
    println!("{:?} {}", ok.as_ref().copied(), bad == Err("-4 is negative".to_string()));
    println!("{}", bad.unwrap_or_default());
}
