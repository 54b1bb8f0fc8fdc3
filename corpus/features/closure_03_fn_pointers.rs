//@ no-bug

fn double(x: i32) -> i32 {
    x * 2
}

fn square(x: i32) -> i32 {
    x * x
}

fn apply_n(f: fn(i32) -> i32, n: usize, x: i32) -> i32 {
    (0..n).fold(x, |acc, _| f(acc))
}

fn pick(name: &str) -> Option<fn(i32) -> i32> {
    match name {
        "double" => Some(double),
        "square" => Some(square),
        "neg" => Some(|x| -x),
        _ => None,
    }
}

#[derive(Debug)]
struct Id(u32);

const TABLE: [(&str, fn(i32) -> i32); 2] = [("d", double), ("s", square)];

fn main() {
    println!("{} {}", apply_n(double, 3, 1), apply_n(square, 2, 3));
    for name in ["double", "square", "neg", "x"] {
        match pick(name) {
            Some(f) => println!("{name} {}", f(7)),
            None => println!("{name} unknown"),
        }
    }
    let ids: Vec<Id> = (1..4).map(Id).collect();
    println!("{:?}", ids);
    let some: Vec<Option<i32>> = vec![1, 2].into_iter().map(Some).collect();
    println!("{:?}", some);
    for (name, f) in TABLE {
        print!("{name}{} ", f(5));
    }
    println!();
    let f: fn(&str) -> String = str::to_uppercase;
    println!("{}", f("from"));
    let lens: Vec<usize> = ["a", "bcd"].iter().map(|s| s.len()).collect();
    println!("{:?}", lens);
    println!("{:?}", ["1", "2"].map(str::parse::<i32>).map(Result::unwrap));
}
