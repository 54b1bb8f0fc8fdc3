//@ no-bug

fn describe(xs: &[i32]) -> String {
    match xs {
        [] => "empty".into(),
        [one] => format!("one {one}"),
        [first, .., last] if first == last => format!("same ends {first}"),
        [first, rest @ ..] => format!("{first} then {}", rest.len()),
    }
}

fn main() {
    println!("{}", describe(&[]));
    println!("{}", describe(&[7]));
    println!("{}", describe(&[1, 2, 1]));
    println!("{}", describe(&[1, 2, 3]));
    let [a, b, c] = [10, 20, 30];
    println!("{}", a + b * c);
    let v = vec!["add", "1", "2"];
    if let ["add", x, y] = v.as_slice() {
        println!("{}", x.parse::<i32>().unwrap() + y.parse::<i32>().unwrap());
    }
    if let [.., penultimate, _] = v[..] {
        println!("{penultimate}");
    }
    let mut m = [1, 2, 3, 4];
    {
        let [head, middle @ .., tail] = &mut m;
        std::mem::swap(head, tail);
        middle[0] = 0;
    }
    println!("{:?}", m);
}
