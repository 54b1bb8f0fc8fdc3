//@ no-bug

#[derive(Clone, Copy, PartialEq)]
enum Color {
    Red,
    Green,
    Blue = 10,
}

enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
    Empty,
}

fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(r) => 3.0 * r * r,
        Shape::Rect { w, h } => w * h,
        Shape::Empty => 0.0,
    }
}

fn main() {
    let c = Color::Green;
    println!("{} {} {}", Color::Red as i32, c as u8, Color::Blue as i64);
    println!("{}", c == Color::Green && c != Color::Blue);
    println!("{}", area(&Shape::Circle(2.0)));
    println!("{}", area(&Shape::Rect { w: 2.0, h: 3.5 }));
    println!("{}", area(&Shape::Empty));
}
