//@ no-bug
//@ source: `#[track_caller]` on a trait's method holds for its impls; `line!()` in a macro's argument is its own

use std::ops::Index;
use std::panic::Location;

trait Located {
    #[track_caller]
    fn line(&self) -> u32;

    #[track_caller]
    fn line_of_default(&self) -> u32 {
        Location::caller().line()
    }
}

struct Here;

impl Located for Here {
    fn line(&self) -> u32 {
        Location::caller().line()
    }
}

struct Lines;

impl Index<u32> for Lines {
    type Output = u32;

    fn index(&self, base: u32) -> &u32 {
        let lines = Box::new(Location::caller().line() - base);
        Box::leak(lines)
    }
}

macro_rules! line_of_call {
    ($($ignored:tt)*) => {
        line!()
    };
}

fn same<T>(value: T) -> T {
    value
}

fn main() {
    let base = line!();
    assert_eq!(Here.line() - base, 1);
    assert_eq!(Here.line_of_default() - base, 2);
    assert_eq!(Lines[base], 3);
    let (own, outer) = (
        same(line!()) - base,
        line_of_call!(
            of more
            lines
        ) - base,
    );
    assert_eq!((own, outer), (5, 6));
    assert_eq!(
        base + 14,
        same(line!()),
        "in the argument of a macro that is in {}",
        file!()
    );
}
