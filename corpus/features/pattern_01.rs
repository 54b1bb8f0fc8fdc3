//@ no-bug

#[derive(Debug)]
enum Expr {
    Num(i64),
    Neg(Box<Expr>),
    Bin { op: char, left: Box<Expr>, right: Box<Expr> },
}

fn eval(e: &Expr) -> i64 {
    match e {
        Expr::Num(n) => *n,
        Expr::Neg(inner) => -eval(inner),
        Expr::Bin { op: '+', left, right } => eval(left) + eval(right),
        Expr::Bin { op: '*', left, right } => eval(left) * eval(right),
        Expr::Bin { op, .. } => panic!("unknown {op}"),
    }
}

struct P {
    x: i32,
    y: i32,
}

fn place(p: P) -> String {
    match p {
        P { x: 0, y: 0 } => "origin".to_string(),
        P { x, y: 0 } => format!("x axis {x}"),
        P { x: 0, y } => format!("y axis {y}"),
        P { x: 1..=9, y: ..=-1 } => "box".to_string(),
        P { x, y } if x == y => format!("diagonal {x}"),
        P { .. } => "elsewhere".to_string(),
    }
}

fn main() {
    let e = Expr::Bin {
        op: '+',
        left: Box::new(Expr::Num(2)),
        right: Box::new(Expr::Bin {
            op: '*',
            left: Box::new(Expr::Num(3)),
            right: Box::new(Expr::Neg(Box::new(Expr::Num(4)))),
        }),
    };
    println!("{}", eval(&e));
    for (x, y) in [(0, 0), (3, 0), (0, 4), (5, -5), (7, 7), (-1, 2)] {
        println!("{}", place(P { x, y }));
    }
    let pair = (Some(3), Err::<i32, &str>("bad"));
    match pair {
        (Some(n), Ok(m)) => println!("{n} {m}"),
        (Some(n @ 1..=5), Err(e)) => println!("{n} {e}"),
        (Some(_), _) | (None, _) => println!("other"),
    }
    let n = 42u8;
    let kind = match n {
        low @ 0..=9 => low as u32,
        mid @ (10..=19 | 40..=49) => mid as u32 + 1000,
        u8::MAX => 0,
        _ => 1,
    };
    println!("{kind}");
    println!("{}", matches!(e, Expr::Bin { op: '+' | '-', .. }));
}
