//@ no-bug
//@ source: `#[track_caller]` and `Location::caller` through functions, methods and closures

use std::panic::Location;
#[derive(Debug)]
struct Traced {
    what: &'static str,
    line: u32,
}
#[track_caller]
fn err(what: &'static str) -> Traced {
    Traced {
        what,
        line: Location::caller().line(),
    }
}
#[track_caller]
fn outer() -> u32 {
    inner()
}
#[track_caller]
fn inner() -> u32 {
    Location::caller().line()
}
fn plain() -> u32 {
    inner()
}
struct M;
impl M {
    #[track_caller]
    fn new() -> (M, &'static Location<'static>) {
        (M, Location::caller())
    }
}
fn main() {
    let e = err("a");
    println!("{e:?} {}", e.what);
    println!("{} {}", outer(), plain());
    let (_, at) = M::new();
    println!(
        "{}:{} {}",
        at.line(),
        at.column(),
        at.file().ends_with(".rs")
    );
    let f: fn() -> u32 = outer;
    let v: Vec<u32> = (0..1).map(|_| inner()).collect();
    println!("{} {v:?}", f() > 0);
    let r = std::panic::catch_unwind(|| {
        let o: Option<u8> = None;
        o.unwrap()
    });
    println!("{}", r.is_err());
}
