//@ no-bug

mod geometry {
    pub const ORIGIN: Point = Point { x: 0, y: 0 };

    #[derive(Debug, Clone, Copy)]
    pub struct Point {
        pub x: i32,
        pub(crate) y: i32,
    }

    impl Point {
        pub fn new(x: i32, y: i32) -> Self {
            Point { x: clamp(x), y }
        }
    }

    fn clamp(x: i32) -> i32 {
        x.min(super::LIMIT)
    }

    pub mod shapes {
        use super::Point;

        pub struct Segment(pub Point, pub Point);

        impl Segment {
            pub fn manhattan(&self) -> i32 {
                (self.0.x - self.1.x).abs() + (self.0.y - self.1.y).abs()
            }
        }

        pub(super) fn hidden() -> &'static str {
            "hidden"
        }
    }

    pub fn reveal() -> &'static str {
        self::shapes::hidden()
    }
}

mod prelude {
    pub use crate::geometry::shapes::Segment as Seg;
    pub use crate::geometry::*;
}

use prelude::*;
use std::collections::{self, HashMap as Map};

const LIMIT: i32 = 100;

fn main() {
    let p = Point::new(500, 7);
    println!("{:?} {}", p, Seg(ORIGIN, p).manhattan());
    println!("{}", reveal());
    println!("{}", crate::geometry::shapes::Segment(p, p).manhattan());
    let mut m: Map<&str, i32> = Map::new();
    m.insert("k", 1);
    println!("{:?} {}", m, collections::BTreeSet::<u8>::new().len());
    use self::inner::Kind::{self, *};
    let k = B;
    println!("{}", match k {
        A => "a",
        B => "b",
    });
    println!("{}", matches!(Kind::A, A));
}

mod inner {
    pub enum Kind {
        A,
        B,
    }
}
