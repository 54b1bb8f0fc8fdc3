//@ no-bug
//@ edition: 2015
// What looks like a function without types, and is given to a macro, is left as it is.

macro_rules! named {
    (fn $name:ident($parameter:ident)) => {
        fn $name() -> &'static str {
            stringify!($parameter)
        }
    };
}

macro_rules! as_is {
    ($($item:item)*) => { $($item)* };
}

named!(fn negate(a));

as_is! {
    trait Shape {
        fn scaled(&self, u32) -> u32;
    }
}

trait Sound {
    fn louder(&self, u32) -> u32;
}

impl Shape for u32 {
    fn scaled(&self, by: u32) -> u32 {
        self * by
    }
}

impl Sound for u32 {
    fn louder(&self, by: u32) -> u32 {
        self + by
    }
}

fn main() {
    println!("{} {} {}", negate(), 3.scaled(2), 3.louder(2));
}
