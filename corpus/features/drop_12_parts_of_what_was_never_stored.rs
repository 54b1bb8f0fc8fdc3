//@ no-bug
//@ source: an enum of which a part is moved out, on ways that may not have stored it at all
use std::cell::Cell;

struct D(usize);
impl Drop for D {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}
enum E {
    A(D),
    B(D, D),
}
fn conditional(b: bool, c: bool) -> usize {
    let e;
    if b {
        e = E::B(D(1), D(3));
        if c {
            if let E::B(v, _) = e {
                return v.0;
            }
        }
    }
    7
}
fn looped(n: usize) -> usize {
    let mut t = 0;
    for i in 0..n {
        let e;
        if i % 2 == 0 {
            e = if i % 3 == 0 {
                E::A(D(i))
            } else {
                E::B(D(i), D(i + 10))
            };
            match e {
                E::A(v) if v.0 > 0 => t += v.0,
                E::B(_, w) => t += w.0,
                E::A(_) => {}
            }
        }
    }
    t
}
fn question(o: Option<usize>, k: &Cell<usize>) -> Option<D> {
    let r: Result<D, (D, D)>;
    let n = o?;
    r = if n > 2 {
        Ok(D(n))
    } else {
        Err((D(n), D(n + 1)))
    };
    k.set(n);
    match r {
        Ok(d) => Some(d),
        Err((_, d)) if n == 1 => Some(d),
        Err((d, _)) => {
            drop(d);
            None
        }
    }
}
fn boxed(b: bool) -> usize {
    let x;
    if b {
        x = Box::new(E::B(D(1), D(2)));
        if let E::B(v, _) = *x {
            return v.0;
        }
    }
    0
}
fn tuple(b: bool, c: bool) -> usize {
    let t;
    if b {
        t = (E::A(D(1)), D(5));
        if c {
            if let E::A(v) = t.0 {
                return v.0;
            }
        }
    }
    2
}
fn opt(b: bool) -> usize {
    'l: {
        if b {
            break 'l 9;
        }
        match Some((D(1), D(2))) {
            Some((v, _)) => v.0,
            None => 0,
        }
    }
}
fn main() {
    for (b, c) in [(false, false), (true, false), (true, true)] {
        println!(
            "{} {} {} {}",
            conditional(b, c),
            boxed(b),
            tuple(b, c),
            opt(b)
        );
    }
    println!("{}", looped(7));
    let k = Cell::new(0);
    for o in [None, Some(1), Some(2), Some(3)] {
        println!("{:?}", question(o, &k).map(|d| d.0));
    }
}
