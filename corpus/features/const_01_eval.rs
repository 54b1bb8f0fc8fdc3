//@ no-bug

const fn fib(n: usize) -> u64 {
    let (mut a, mut b) = (0, 1);
    let mut i = 0;
    while i < n {
        let c = a + b;
        a = b;
        b = c;
        i += 1;
    }
    a
}

const fn table() -> [u64; 10] {
    let mut t = [0; 10];
    let mut i = 0;
    while i < t.len() {
        t[i] = fib(i);
        i += 1;
    }
    t
}

const FIBS: [u64; 10] = table();
const LEN: usize = if FIBS[5] > 4 { 3 } else { 1 };
static GREETING: [&str; LEN] = ["a"; LEN];
const MASK: u32 = !(u32::MAX << 5) | 1 << 8;
const TEXT: &str = match LEN {
    3 => "three",
    _ => "other",
};

#[derive(Debug, Clone, Copy, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

impl Point {
    const ORIGIN: Point = Point::new(0, 0);
    const UNIT: Self = Self { x: 1, ..Self::ORIGIN };

    const fn new(x: i32, y: i32) -> Self {
        Point { x, y }
    }

    const fn plus(self, o: Point) -> Point {
        Point { x: self.x + o.x, y: self.y + o.y }
    }
}

const SUM: Point = Point::UNIT.plus(Point { x: 2, y: 3 });
const NONE: Option<Point> = None;
const _: () = assert!(LEN == 3);

trait Limits {
    const MAX: usize = 8;
    const DOUBLE: usize = Self::MAX * 2;
}

struct Small;
struct Large;

impl Limits for Small {}
impl Limits for Large {
    const MAX: usize = 1 << 10;
}

fn main() {
    println!("{:?} {LEN} {:?} {MASK:#b}", FIBS, GREETING);
    println!("{TEXT} {:?} {:?}", SUM, NONE);
    println!("{} {} {}", Small::MAX, Small::DOUBLE, Large::DOUBLE);
    let arr = [0u8; fib(6) as usize];
    println!("{}", arr.len());
    const LOCAL: &[i32] = &[1, 2, 3];
    println!("{}", LOCAL.iter().sum::<i32>());
    println!("{}", matches!(SUM, Point { x: 3, y: 3 }));
    match 8 {
        fives if fives % 5 == 0 => println!("five"),
        n if n == Small::MAX => println!("max"),
        _ => println!("none"),
    }
    println!("{}", i32::from_str_radix("7f", 16).unwrap() as u8 as char == '\u{7f}');
}
