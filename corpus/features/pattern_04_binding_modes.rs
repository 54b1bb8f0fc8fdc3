//@ no-bug

#[derive(Debug)]
struct User {
    name: String,
    tags: Vec<String>,
    age: Option<u32>,
}

fn main() {
    let mut user = User { name: "ann".into(), tags: vec!["a".into()], age: Some(3) };
    match &user {
        User { name, tags, age: Some(age) } => println!("{name} {} {age}", tags.len()),
        User { name, .. } => println!("{name}"),
    }
    match &mut user {
        User { age: Some(age), tags, .. } => {
            *age += 1;
            tags.push("b".to_string());
        }
        _ => {}
    }
    if let Some(ref mut age) = user.age {
        *age *= 10;
    }
    let User { ref name, .. } = user;
    println!("{name}");
    let &(a, ref b) = &(1, String::from("x"));
    println!("{a} {b}");
    for (i, &n) in [5, 6].iter().enumerate() {
        print!("{i}:{n} ");
    }
    println!();
    let f = |&x: &i32, (y, z): (i32, i32)| x + y + z;
    println!("{}", f(&1, (2, 3)));
    let User { name, tags, .. } = user;
    println!("{name} {tags:?}");
    let boxed = Box::new((1, "two"));
    let (n, s) = *boxed;
    println!("{n} {s}");
}
