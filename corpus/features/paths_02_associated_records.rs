//@ no-bug
//@ source: struct literals and patterns of associated types; a discriminant that asks for another
#[derive(Clone, Copy)]
enum E {
    X = 42,
    Y = E::X as isize - 3,
    Z,
}

#[derive(Debug, PartialEq)]
struct Point {
    a: u8,
    b: u8,
}

trait Shape {
    type Place;
}

struct Map;

impl Shape for Map {
    type Place = Point;
}

trait Make: Shape<Place = Point> {
    fn make() -> Point {
        Self::Place { a: 3, b: 4 }
    }
    fn take(point: Point) -> u8 {
        let Self::Place { a, .. } = point;
        a
    }
}

impl Make for Map {}

impl Map {
    fn sum(point: Option<Point>) -> u8
    where
        Self: Shape<Place = Point>,
    {
        match point {
            Some(Point { a, b }) => a + b,
            None => 0,
        }
    }
}

fn of<T: Shape<Place = Point>>() -> Point {
    T::Place { a: 5, b: 6 }
}

fn main() {
    assert_eq!((E::X as i32, E::Y as i32, E::Z as i32), (42, 39, 40));
    assert_eq!(Map::make(), Point { a: 3, b: 4 });
    assert_eq!(Map::take(Point { a: 9, b: 1 }), 9);
    assert_eq!(of::<Map>(), Point { a: 5, b: 6 });
    assert_eq!(Map::sum(Some(of::<Map>())), 11);
}
