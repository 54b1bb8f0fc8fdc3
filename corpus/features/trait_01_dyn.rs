//@ no-bug

use std::collections::BTreeMap;

trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        String::from("shape")
    }
    fn scale(&mut self, k: f64);
}

#[derive(Clone)]
struct Square(f64);

struct Disc {
    r: f64,
}

impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
    fn name(&self) -> String {
        "square".into()
    }
    fn scale(&mut self, k: f64) {
        self.0 *= k;
    }
}

impl Shape for Disc {
    fn area(&self) -> f64 {
        3.0 * self.r * self.r
    }
    fn scale(&mut self, k: f64) {
        self.r *= k;
    }
}

impl Drop for Disc {
    fn drop(&mut self) {
        println!("drop disc {}", self.r);
    }
}

fn report(s: &dyn Shape) -> String {
    format!("{} {}", s.name(), s.area())
}

fn grow(s: &mut dyn Shape) {
    s.scale(2.0);
}

fn make(kind: &str) -> Option<Box<dyn Shape>> {
    match kind {
        "square" => Some(Box::new(Square(3.0))),
        "disc" => Some(Box::new(Disc { r: 1.0 })),
        _ => None,
    }
}

fn main() {
    let mut shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(1.0)), Box::new(Disc { r: 2.0 })];
    shapes.extend(make("square"));
    println!("{}", make("blob").is_none());
    for s in shapes.iter_mut() {
        grow(s.as_mut());
    }
    for s in &shapes {
        println!("{}", report(s.as_ref()));
    }
    let total: f64 = shapes.iter().map(|s| s.area()).sum();
    println!("{total}");
    let sq = Square(5.0);
    println!("{}", report(&sq));
    let mut by_name: BTreeMap<String, &dyn Shape> = BTreeMap::new();
    by_name.insert(sq.name(), &sq);
    println!("{}", by_name["square"].area());
    drop(shapes.remove(1));
    println!("{}", shapes.len());
}
