//@ no-bug

fn main() {
    let mut v = Vec::new();
    v.push(1);
    v.push(2);
    v.push(3);
    println!("{} {}", v.len(), v[1]);
    v[0] = 10;
    for x in &v {
        print!("{x} ");
    }
    println!();
    println!("{:?}", v.pop());
    let mut total = 0;
    for x in v {
        total += x;
    }
    println!("{total}");
    let w = vec![0u8; 3];
    println!("{:?}", w);
}
