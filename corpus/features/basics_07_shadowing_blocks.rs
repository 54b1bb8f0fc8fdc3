//@ no-bug

fn main() {
    let x = 1;
    let x = x + 1;
    {
        let x = x * 10;
        println!("{x}");
    }
    println!("{x}");
    let y = {
        let a = 3;
        a * a
    };
    let mut z;
    z = y;
    z += 1;
    println!("{y} {z}");
    let late;
    if z > 5 {
        late = "late";
    } else {
        late = "never";
    }
    println!("{late}");
    let (mut a, mut b) = (1, 2);
    (a, b) = (b, a);
    [a, b] = [a + 10, b + 10];
    println!("{a} {b}");
}
