//@ no-bug

fn main() {
    let mut count = 0;
    'outer: for i in 0..10 {
        for j in 0..10 {
            if j > i {
                continue 'outer;
            }
            if i * j > 20 {
                break 'outer;
            }
            count += 1;
        }
    }
    println!("{count}");
    let found = loop {
        count -= 3;
        if count % 7 == 0 {
            break count * 2;
        }
    };
    println!("{found}");
    let r = 'search: {
        for x in [3, 5, 8, 9] {
            if x % 2 == 0 {
                break 'search Some(x);
            }
        }
        None
    };
    println!("{:?}", r);
    let v = 'a: loop {
        loop {
            break 'a "from inside";
        }
    };
    println!("{v}");
    let mut n = 27u64;
    let mut steps = 0;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    println!("{steps}");
}
