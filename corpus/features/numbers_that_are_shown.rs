//@ no-bug
//@ outcomes: 1
//@ source: new; what is only shown is a number's value: it may be written on, and its copy lives as long as the
//@ source: arguments that show it
use std::fmt::{self, Write};

#[derive(Clone, Copy)]
struct Point {
    x: i32,
    y: f64,
    up: bool,
}

/// Knows where it is, and may say so.
#[derive(Clone, Copy)]
struct Place(u8);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", std::ptr::eq(self, std::hint::black_box(self)) as u8 + self.0)
    }
}

fn counted() -> String {
    let mut text = String::new();
    let (mut n, letter, limit) = (0u8, 'x', 3);
    while n < limit {
        write!(text, "{n}{letter}").unwrap();
        n += 1;
        write!(text, "{0}{0:02}{1:?} ", n, letter).unwrap();
    }
    text
}

fn kept() -> String {
    let mut width = 6;
    width += 1;
    let value = 2.5f32;
    let precision = 2usize;
    let shown = format_args!("[{value:>width$.precision$}]").to_string();
    let later = [1, 2, 3].map(|n| format!("{n:?}{value}"));
    shown + &later.concat()
}

fn show(with: impl Fn(fmt::Arguments<'_>) -> usize) -> usize {
    let (a, b) = (41, true);
    with(format_args!("{a}{b}{}", a + 1))
}

fn parts(points: &mut [Point]) -> String {
    let mut last = points[1];
    let before = format!("{} {:?} {}", last.x, last.y, last.up);
    last.x -= 10;
    points[0] = last;
    let changed = &mut points[0].x;
    *changed += 1;
    format!("{before} {} {} {}", *changed, last.x, last.y)
}

fn compared(of: u64) -> u64 {
    let half = of / 2;
    assert!(half * 2 == of, "{of} is odd, and {half} its half");
    assert_eq!(half + half, of, "{half}");
    half
}

fn main() {
    println!("{}", counted());
    println!("{}", kept());
    println!("{}", show(|arguments| arguments.to_string().len()));
    let mut points = [Point { x: 1, y: 0.5, up: false }, Point { x: 20, y: -0.0, up: true }];
    println!("{}", parts(&mut points));
    let place = Place(4);
    let mut total = 0;
    for n in 1..=3 {
        let share = || println!("{n} {total} {place}");
        share();
        total += n;
    }
    let pointer = &total;
    println!("{total} {pointer} {} {:p}", *pointer, std::ptr::null::<u8>());
    println!("{}", compared(total as u64));
}
