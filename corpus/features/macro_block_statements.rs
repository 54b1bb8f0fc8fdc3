//@ no-bug
//@ source: an argument that ends with a block is a statement without a semicolon

macro_rules! then {
    ($first:expr, $value:expr) => {{
        $first
        $value
    }};
}

macro_rules! closure {
    ($check:expr) => {{
        $check |x: u8| x + 1
    }};
}

macro_rules! all {
    ($($step:expr)*) => {
        fn run(log: &mut Vec<u32>) -> usize {
            let add = |log: &mut Vec<u32>, n| log.push(n);
            add(log, 0);
            $(then!($step, ());)*
            $($step)*
            *&log.len()
        }
    };
}

macro_rules! passed_on {
    ($value:expr) => {
        then!($value, $value)
    };
}

macro_rules! operand {
    ($value:expr) => {{
        let sum = $value + 1;
        sum * { $value }
    }};
}

all! {
    { let _ = 1; }
    if false {}
    for _ in 0..2 {}
    'outer: loop { break 'outer; }
    match 3 { _ => {} }
}

fn main() {
    let mut count = 0;
    let sum = then!(
        for i in 0..3 {
            count += i;
        },
        count
    );
    println!("{sum}");
    let next: fn(u8) -> u8 = closure!(if sum > 9 {
        unreachable!()
    });
    println!("{}", next(1));
    println!("{}", run(&mut Vec::new()));
    println!("{:?}", passed_on!(if count > 9 {}));
    println!("{}", operand!(if sum > 2 { 2 } else { 3 }));
    println!(
        "{}",
        operand!(
            match sum {
                3 => 4,
                _ => 5,
            } * 2
        )
    );
}
