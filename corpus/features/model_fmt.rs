//@ no-bug
//@ source: formatting against native one

use std::fmt;

#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Point {
    x: i32,
    y: Option<Box<Point>>,
}
#[derive(Debug)]
struct Unit;
#[derive(Debug)]
struct Pair(i32, &'static str);
#[derive(Debug)]
enum Shape {
    Empty,
    Circle(f64),
    Rect { w: u8, h: u8 },
}
#[derive(Debug)]
struct Generic<T> {
    inner: T,
}
struct Hex(u32);
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if f.alternate() {
            write!(f, "alt ")?;
        }
        write!(f, "{:x}", self.0)
    }
}
impl fmt::LowerHex for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}
struct Padded;
impl fmt::Display for Padded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("pad")
    }
}
struct List(Vec<i32>);
impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}
struct Manual;
impl fmt::Debug for Manual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Manual").field("a", &1).finish_non_exhaustive()?;
        f.debug_map().entry(&"k", &"v").finish()?;
        f.debug_set().entry(&1).entries([2, 3]).finish()?;
        f.debug_tuple("T").field(&'c').finish()
    }
}

fn main() {
    let p = Point { x: -1, y: Some(Box::new(Point::default())) };
    println!("{:?}", p);
    println!("{:#?}", p);
    println!("{:?} {:?} {:#?}", Unit, Pair(1, "two"), Pair(1, "two"));
    println!("{:?} {:?} {:?}", Shape::Empty, Shape::Circle(1.5), Shape::Rect { w: 1, h: 2 });
    println!("{:#?}", Shape::Rect { w: 1, h: 2 });
    println!("{:?} {:#?}", Generic { inner: vec![Some(1)] }, Generic { inner: [(1, "a")] });
    println!("{:?} {:?} {:?} {:?}", (), (1,), (1, 2), [(1, 'a')]);
    println!("{:#?}", vec![(1, "x"), (2, "y\n")]);
    println!("{} {:#} {:x} {:#x} {:#010x}", Hex(255), Hex(255), Hex(255), Hex(255), Hex(255));
    println!("[{:>6}] [{:<6}] [{:^6}] [{:*^7}] [{:.2}]", Padded, Padded, Padded, Padded, Padded);
    println!("{:5}|{:<5}|{:>5}|{:^5}|{:05}|{:+}", 42, 42, 42, 42, 42, 42);
    println!("{:#b} {:#o} {:#x} {:#X} {:08b} {:#06x}", 10, 10, 255, 255, 10, 10);
    println!("{:x} {:b} {:X}", -1i8, -2i8, u128::MAX);
    println!("{:>width$} {:.prec$} {:>3$} {}", 1, 1.23456, 3, 7, width = 4, prec = 2);
    println!("{:.*}", 2, 1.23456);
    println!("{0} {1} {0} {name}", 1, 2, name = "n");
    let width = 6;
    let value = 3.14159;
    println!("{value:width$.2} {value:>+8.1} {value:e}");
    println!("{:?} {:?} {:10?}|{:<10?}|", "a\"b", 'x', "s", Some(1));
    println!("{:02x?} {:X?} {:#?}", [10, 255], [10, 255], [1]);
    println!("{:?} {:#?}", List(vec![1, 2]), List(vec![]));
    println!("{:?}", Manual);
    println!("{:#?}", Manual);
    println!("{{}} {{{}}}", 5);
    println!("{}", format_args!("{} {}", 1, "x"));
    println!("{:>8} {:>8}", format!("{:?}", Some(1)), true);
    println!("{:e} {:E}", 1234.5, 0.00012);
    println!("{:?} {:?}", i128::MIN, u64::MAX);
    println!("{:?}", std::rc::Rc::new(std::cell::RefCell::new(5)));
    println!("{:?} {:?}", std::cell::Cell::new(5), std::sync::Mutex::new(1));
    println!("{:?} {:?}", std::sync::Arc::new("a"), std::sync::RwLock::new(vec![1]));
    println!("{:?} {:?} {:?}", 1..2, ..=3, (1..).start);
    println!("{:?} {:?}", std::cmp::Ordering::Less, std::sync::atomic::AtomicI32::new(3));
    println!("{:?} {:?}", Ok::<i32, ()>(1), Err::<(), _>(fmt::Error));
    println!("{:?}", "日本\u{200b}\t");
    println!("{:^10}|{:-<8}|{:#>4}", "日本", "é", 'c');
    let mut out = String::new();
    use std::fmt::Write;
    write!(out, "{}-{:?}", 1, "q").unwrap();
    writeln!(out, "!").unwrap();
    out.write_char('c').unwrap();
    println!("{out:?}");
    eprintln!("to stderr {}", 1);
    print!("{}", "");
    println!();
    let name = "inline";
    println!("{name} {name:?} {name:>8} {0:?}", Some(name));
    assert_eq!(format!("{:>5}", "ab"), "   ab");
}
