//@ no-bug

use std::collections::BTreeMap;

#[derive(Debug, Clone, Default)]
struct Point {
    x: i32,
    y: f64,
}

#[derive(Debug)]
struct Wrapper(Point, &'static str);

#[derive(Debug)]
struct Unit;

#[derive(Debug)]
enum Shape {
    Empty,
    Circle(Point, u8),
    Named { name: String, inner: Option<Box<Shape>> },
}

#[derive(Debug)]
struct Generic<T, const N: usize> {
    items: [T; N],
}

fn main() {
    let p = Point { x: 1, y: -2.5 };
    println!("{:?}", p);
    println!("{:#?}", p);
    println!("{:?} {:?}", Wrapper(p.clone(), "w"), Unit);
    println!("{:#?}", Wrapper(Point::default(), "w"));
    let s = Shape::Named {
        name: "outer".to_string(),
        inner: Some(Box::new(Shape::Circle(p, 7))),
    };
    println!("{:?}", s);
    println!("{:#?}", s);
    println!("{:?} {:#?}", Shape::Empty, Shape::Empty);
    println!("{:?} {:#?}", (1, "two"), (1, "two"));
    println!("{:?} {:#?}", [1, 2], vec!["a"]);
    println!("{:#?} {:#?}", Vec::<i32>::new(), ());
    let m = BTreeMap::from([("k", vec![1]), ("l", vec![])]);
    println!("{:?} {:#?}", m, m);
    println!("{:?}", Generic { items: ['a', 'b'] });
    println!("{:?} {:?}", Ok::<i32, ()>(1), Err::<(), _>("e"));
    println!("{:05?} {:.1?} {:x?} {:#?}", [1, 2], [1.25], [255, 16], Some(1));
    println!("{:?} {:?}", &&1, Box::new("b"));
    println!("{:?}", std::cell::RefCell::new(3));
    println!("{:?}", std::rc::Rc::new(std::cell::Cell::new(3)));
    println!("{:?}", "tab\t nul\0 é \u{1}");
    println!("{:?}", String::from("s").as_bytes());
    println!("{:?}", std::time::Duration::from_millis(1500));
    println!("{:?}", std::cmp::Ordering::Less);
    println!("{:?}", 'a'..='c');
}
