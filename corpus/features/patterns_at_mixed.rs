//@ no-bug
//@ source: a name before `@` binds by itself, whichever way the pattern behind it does

#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: u8,
    y: u8,
}

fn swapped(result: Result<u8, u8>) -> u8 {
    match result {
        Ok(ref a @ b) | Err(b @ ref a) => *a + b,
    }
}

fn through(point: &Point) -> u8 {
    let whole @ Point { x, y } = point;
    assert_eq!((whole.x, whole.y), (*x, *y));
    let &Point { y, .. } = point;
    let copy @ Point { ref x, .. } = *point;
    *x + y + copy.y
}

fn main() {
    assert_eq!(swapped(Ok(3)) + swapped(Err(4)), 14);

    let mut point = Point { x: 1, y: 2 };
    println!("{}", through(&point));

    let ref whole @ Point { ref x, y } = point;
    println!("{whole:?} {x} {y}");

    match &mut point {
        Point { x: x @ 1..=3, y } => (*x, *y) = (*y, *x),
        Point {
            x: mut other @ 4.., ..
        } => {
            other += 1;
            println!("{other}");
        }
        Point { .. } => {}
    }
    println!("{point:?}");

    let words = [String::from("a"), String::from("b")];
    match &words {
        all @ [first, rest @ ..] => println!("{} {first} {rest:?}", all.len()),
    }
    if let Some(ref text @ ref same) = words.first().cloned() {
        println!("{text} {same}");
    }
}
