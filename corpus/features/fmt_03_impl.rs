//@ no-bug

use std::fmt::{self, Write};

struct Money {
    cents: i64,
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = format!("{}.{:02}", self.cents / 100, self.cents % 100);
        f.pad(&s)
    }
}

struct Matrix(Vec<Vec<i32>>);

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, row) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            for x in row {
                write!(f, "{:>3}", x)?;
            }
        }
        Ok(())
    }
}

struct Secret(#[allow(dead_code)] String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

struct Manual {
    a: i32,
    b: &'static str,
}

impl fmt::Debug for Manual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.debug_struct("Manual").field("a", &self.a).field("b", &self.b).finish()
        } else {
            f.debug_tuple("M").field(&self.a).finish()
        }
    }
}

struct Items(Vec<u8>);

impl fmt::Debug for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter()).finish()
    }
}

struct Hex(u32);

impl fmt::LowerHex for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

struct Prec(f64);

impl fmt::Display for Prec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (f.width(), f.precision()) {
            (w, Some(p)) => write!(f, "w{:?}p{}={:.*}", w, p, p, self.0),
            (w, None) => write!(f, "w{:?}={}", w, self.0),
        }
    }
}

fn main() -> fmt::Result {
    let m = Money { cents: 12305 };
    println!("{m} [{m:>10}] [{m:<10}] [{m:*^10}]");
    println!("{}", Matrix(vec![vec![1, 22], vec![333, 4]]));
    println!("{:?} {}", Secret("x".into()), m.to_string().len());
    let man = Manual { a: 1, b: "b" };
    println!("{:?} {:#?}", man, man);
    println!("{:?} {:#?}", Items(vec![1, 2]), Items(vec![3]));
    println!("{:x} {:#x} {:06x}", Hex(255), Hex(255), Hex(255));
    println!("{} {:5} {:5.1}", Prec(1.25), Prec(1.25), Prec(1.25));
    let mut out = String::new();
    write!(out, "{}-{}", 1, 2)?;
    writeln!(out, "!")?;
    out.write_char('c')?;
    println!("{out:?}");
    Ok(())
}
