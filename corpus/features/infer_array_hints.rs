//@ no-bug
//@ source: the first element of an array says what the others should be, inside tuples too

use std::collections::HashMap;
use std::thread;

type Operation = fn(i32, i32) -> i32;

fn add(a: i32, b: i32) -> i32 {
    a + b
}
fn subtract(a: i32, b: i32) -> i32 {
    a - b
}

fn main() {
    let table: HashMap<&str, Operation> =
        HashMap::from([("add", add as Operation), ("subtract", subtract), ("multiply", |a, b| a * b)]);
    let mut names: Vec<_> = table.keys().copied().collect();
    names.sort();
    for name in names {
        println!("{name} {}", table[name](7, 5));
    }
    let shapes = [("a", Box::new(1) as Box<dyn std::fmt::Debug + Send>), ("b", Box::new("two")), ("c", Box::new(Some(3.0)))];
    let shown = thread::spawn(move || shapes.iter().map(|(n, s)| format!("{n}={s:?}")).collect::<Vec<_>>().join(" "));
    println!("{}", shown.join().unwrap());
    let rows = [&[1u8, 2][..], &[3], &[]];
    println!("{:?}", rows);
}
