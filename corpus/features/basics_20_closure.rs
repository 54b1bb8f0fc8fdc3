//@ no-bug

fn main() {
    let add = |a, b| a + b;
    println!("{}", add(1, 2));
    let k = 10;
    let plus_k = |x: i32| -> i32 { x + k };
    println!("{}", plus_k(5));
    let mut n = 0;
    let mut bump = || n += 1;
    bump();
    bump();
    println!("{n}");
    let s = String::from("moved");
    let own = move || s.len();
    println!("{}", own());
}
