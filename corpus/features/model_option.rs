//@ no-bug
//@ source: Option and Result against native ones

fn div(a: i32, b: i32) -> Result<i32, String> {
    if b == 0 { Err(format!("{a} by zero")) } else { Ok(a / b) }
}
fn both(a: Option<i32>, b: Option<i32>) -> Option<i32> {
    Some(a? + b?)
}
fn chain(a: i32, b: i32, c: i32) -> Result<i32, Box<dyn std::error::Error>> {
    let x: i32 = "8".parse()?;
    Ok(div(div(a, b)?, c)? + x)
}

fn main() {
    let some = Some(3);
    let none: Option<i32> = None;
    println!("{:?} {:?} {}", some, none, some.is_some_and(|x| x > 2));
    println!("{} {} {}", some.unwrap_or(0), none.unwrap_or_default(), none.unwrap_or_else(|| 9));
    println!("{:?} {:?} {}", some.map(|x| x * 2), none.map(|x| x * 2), some.map_or(0, |x| x + 1));
    println!("{:?} {:?}", some.ok_or("e"), none.ok_or_else(|| "e".to_string()));
    println!("{:?} {:?} {:?}", some.and(Some('x')), some.and_then(|x| (x > 5).then_some(x)), none.or(Some(1)));
    println!("{:?} {:?} {:?}", some.xor(none), some.filter(|x| x % 2 == 0), some.zip(Some('a')));
    let mut o = Some(1);
    println!("{:?}", o.take());
    println!("{:?}", o.replace(5));
    println!("{:?}", o);
    println!("{}", o.get_or_insert(7));
    println!("{:?}", o.insert(8));
    *o.as_mut().unwrap() += 1;
    println!("{:?}", o.take_if(|x| *x == 9));
    println!("{:?}", o);
    println!("{} {:?}", o.get_or_insert_with(|| 4), Some(Some(1)).flatten());
    println!("{:?} {:?}", Some(Ok::<i32, ()>(1)).transpose(), Some("abc".to_string()).as_deref());
    println!("{:?} {:?} {:?}", Some(&5).copied(), Some(&vec![1]).cloned(), Some((1, 'a')).unzip());
    println!("{:?} {:?}", some.iter().count(), none.into_iter().next());
    println!("{} {:?}", Some(1) < Some(2), Some(1).cmp(&None));
    println!("{:?} {:?}", both(some, some), both(some, none));
    if let Some(x) = some.inspect(|x| print!("{x} ")) {
        println!("{x} {}", some == Some(3));
    }
    let ok: Result<i32, String> = Ok(3);
    let err: Result<i32, String> = Err("bad".into());
    println!("{:?} {:?} {} {}", ok, err, ok.is_ok(), err.clone().is_err_and(|e| e.len() == 3));
    let err: Result<i32, String> = Err("bad".into());
    println!("{:?} {:?} {:?}", ok.clone().ok(), err.clone().err(), err.clone().ok());
    println!("{:?} {:?}", ok.clone().map(|x| x + 1), err.clone().map_err(|e| e.len()));
    println!("{} {}", ok.clone().map_or(0, |x| x), err.clone().map_or_else(|e| e.len() as i32, |x| x));
    println!("{:?} {:?}", ok.clone().and_then(|x| div(x, 0)), err.clone().or_else(|e| if e == "bad" { Ok(1) } else { Err(0) }));
    println!("{} {} {}", err.clone().unwrap_or(7), err.clone().unwrap_or_default(), err.clone().unwrap_or_else(|e| e.len() as i32));
    println!("{:?} {:?}", ok.as_ref().unwrap(), err.as_ref().unwrap_err());
    println!("{:?} {:?}", ok.iter().next(), Ok::<Option<i32>, ()>(None).transpose());
    println!("{:?} {:?}", chain(8, 2, 2), chain(8, 0, 2).map_err(|e| e.to_string()));
    println!("{:?}", Ok::<&str, ()>("x").as_deref());
    let caught = std::panic::catch_unwind(|| None::<i32>.unwrap());
    println!("{:?}", caught.unwrap_err().downcast_ref::<&str>());
    let caught = std::panic::catch_unwind(|| Err::<i32, _>("why".to_string()).unwrap());
    println!("{:?}", caught.unwrap_err().downcast_ref::<String>());
    let caught = std::panic::catch_unwind(|| Err::<i32, _>(3).expect("told so"));
    println!("{:?}", caught.unwrap_err().downcast_ref::<String>());
    let caught = std::panic::catch_unwind(|| None::<i32>.expect("told so"));
    println!("{:?}", caught.unwrap_err().downcast_ref::<String>());
    let caught = std::panic::catch_unwind(|| Ok::<i32, ()>(3).unwrap_err());
    println!("{:?}", caught.unwrap_err().downcast_ref::<String>());
}
