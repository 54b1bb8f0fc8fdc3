//@ no-bug

fn inc(x: &mut i32) {
    *x += 1;
}

fn longer<'a>(a: &'a str, b: &'a str) -> &'a str {
    if a.len() >= b.len() { a } else { b }
}

fn main() {
    let mut x = 1;
    inc(&mut x);
    let r = &mut x;
    *r *= 10;
    inc(r);
    println!("{x}");
    let y = &x;
    let z = &y;
    println!("{} {} {}", y, **z + 1, *y == 21);
    let (mut a, mut b) = (1, 2);
    {
        let p = if a > b { &mut a } else { &mut b };
        *p = 100;
    }
    println!("{a} {b}");
    println!("{}", longer("abc", "de"));
    let mut arr = [1, 2, 3];
    for e in &mut arr {
        *e *= 2;
    }
    let first = &mut arr[0];
    *first += 1;
    println!("{:?}", arr);
}
