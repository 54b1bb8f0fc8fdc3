//@ no-bug

#[derive(Debug)]
struct D(u32);

impl Drop for D {
    fn drop(&mut self) {
        println!("  drop {}", self.0);
    }
}

struct Pair {
    a: D,
    b: D,
}

fn eat(d: D) {
    println!("  eat {}", d.0);
}

fn pass(d: D) -> D {
    d
}

fn maybe(flag: bool) {
    let d = D(10);
    if flag {
        eat(d);
    }
    println!("  maybe done {flag}");
}

fn early(n: u32) -> Option<u32> {
    let _a = D(n);
    if n == 1 {
        return None;
    }
    let _b = D(n + 100);
    let c = if n == 2 { None } else { Some(n) };
    c?;
    println!("  late");
    Some(n)
}

fn main() {
    println!("argument");
    eat(D(1));
    println!("partial move");
    {
        let p = Pair { a: D(2), b: D(3) };
        eat(p.a);
        println!("  left {}", p.b.0);
    }
    println!("move out and back");
    {
        let mut p = Pair { a: D(4), b: D(5) };
        drop(p.a);
        p.a = D(6);
        println!("  {:?} {:?}", p.a, p.b);
    }
    println!("conditional");
    maybe(true);
    maybe(false);
    println!("early return");
    for n in 1..=3 {
        println!("  -> {:?}", early(n));
    }
    println!("loop");
    for i in 0..4 {
        let d = D(20 + i);
        if i == 1 {
            continue;
        }
        if i == 2 {
            break;
        }
        println!("  body {}", d.0);
    }
    println!("returned");
    let d = pass(pass(D(30)));
    println!("  {}", d.0);
    println!("replaced in a loop");
    let mut cur = D(40);
    for i in 41..43 {
        cur = D(i);
    }
    println!("  {}", cur.0);
    println!("match moves");
    match Some(D(50)) {
        Some(x) if x.0 > 60 => println!("  big"),
        Some(x) => println!("  got {}", x.0),
        None => {}
    }
    println!("into_iter stopped");
    for x in vec![D(60), D(61), D(62)] {
        if x.0 == 61 {
            break;
        }
    }
    println!("end");
}
