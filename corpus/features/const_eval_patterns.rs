//@ no-bug
//@ source: new; lengths of arrays that are computed by matching structs, variants with named fields and the ends of tuples

#[derive(Clone, Copy)]
enum Shape {
    Square { side: usize },
    Circle(u8, usize, u8),
    Point {},
    Unit,
}

struct Size {
    width: usize,
    height: usize,
}

impl Shape {
    const fn corners(&self) -> usize {
        match self {
            Self::Square { .. } => 4,
            Self::Circle(..) => 1,
            Self::Point {} => 2,
            Self::Unit => 3,
        }
    }
}

const fn inner(shape: Shape) -> usize {
    match shape {
        Shape::Square { side: 0 } => 9,
        Shape::Square { side } => side,
        Shape::Circle(first, .., 1) => first as usize,
        Shape::Circle(_, middle, ..) => middle,
        Shape::Point {} | Shape::Unit => 0,
    }
}

const fn area(Size { width, height: h }: &Size) -> usize {
    *width * *h
}

const SQUARE: [u8; inner(Shape::Square { side: 5 })] = [1; 5];
const NONE: [u8; inner(Shape::Square { side: 0 })] = [1; 9];
const FRONT: [u8; inner(Shape::Circle(6, 7, 1))] = [1; 6];
const MIDDLE: [u8; inner(Shape::Circle(6, 7, 8))] = [1; 7];
const CORNERS: [[u8; Shape::Unit.corners()]; Shape::Circle(1, 1, 1).corners()] = [[1; 3]];
const POINTS: [u8; Shape::Point {}.corners() + Shape::Square { side: 1 }.corners()] = [1; 6];
const AREA: [u8; area(&Size {
    height: 2,
    width: 4,
})] = [1; 8];

fn main() {
    let lengths = [
        SQUARE.len(),
        NONE.len(),
        FRONT.len(),
        MIDDLE.len(),
        POINTS.len(),
        AREA.len(),
    ];
    println!("{lengths:?} {:?}", CORNERS);
}
