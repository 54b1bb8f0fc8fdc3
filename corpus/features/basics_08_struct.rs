//@ no-bug

struct Point {
    x: i32,
    y: i32,
}

struct Pair(i32, bool);

struct Unit;

struct Line {
    from: Point,
    to: Point,
}

fn main() {
    let mut p = Point { x: 1, y: 2 };
    p.x += 10;
    println!("{} {}", p.x, p.y);
    let Point { x, y: other } = p;
    println!("{x} {other}");
    let q = Point { x: 5, ..p };
    println!("{} {}", q.x, q.y);
    let pair = Pair(3, true);
    println!("{} {}", pair.0, pair.1);
    let _unit = Unit;
    let mut line = Line { from: q, to: Point { x: 0, y: 0 } };
    line.to.y = line.from.x;
    println!("{} {}", line.to.x, line.to.y);
}
