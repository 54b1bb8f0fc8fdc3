//@ no-bug

fn parse(s: &str) -> Option<(i32, i32)> {
    let Some((a, b)) = s.split_once(',') else {
        return None;
    };
    let (Ok(a), Ok(b)) = (a.parse(), b.parse()) else {
        return None;
    };
    Some((a, b))
}

fn main() {
    println!("{:?} {:?} {:?}", parse("1,2"), parse("12"), parse("1,x"));
    let mut stack = vec![1, 2, 3];
    while let Some(top) = stack.pop() {
        print!("{top} ");
    }
    println!();
    let mut opt = Some(3);
    while let Some(n @ 1..) = opt {
        print!("{n} ");
        opt = if n > 1 { Some(n - 1) } else { None };
    }
    println!();
    for x in [Some(1), None, Some(3)] {
        let Some(x) = x else { continue };
        print!("{x} ");
    }
    println!();
    if let Some(x) = Some(5) {
        println!("{x}");
    } else if let Some(y) = Some("never") {
        println!("{y}");
    }
}
