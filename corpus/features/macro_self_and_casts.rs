//@ no-bug
//@ source: what macros write about numbers (`libm`, `rand`, `miniz_oxide`): `self` in a format string, a shift
//@ source: behind a cast to a type that the macro was given, a cast of an `if` whose branches tell the type

use std::sync::Mutex;
use std::thread;

trait Scale: Copy {
    fn named(self) -> String;
    fn scale(bits: u32) -> f64;
}

macro_rules! scale {
    ($($ty:ty)*) => {$(
        impl Scale for $ty {
            fn named(self) -> String {
                assert!(self as $ty < 100 as $ty, "{self} is too much");
                format!("{self}")
            }
            fn scale(bits: u32) -> f64 {
                1.0 / ((1 as $ty << bits) as f64)
            }
        }
    )*};
}
scale! { u16 i32 u64 }

enum Level {
    Default = 3,
}

const PROBES: [u16; 5] = [0, 1, 6, 32, 16];

const fn probes(level: i32) -> u32 {
    let index = (if level >= 0 {
        if level > 4 { 4 } else { level }
    } else {
        Level::Default as i32
    }) as usize;
    PROBES[index] as u32
}

const USUAL: u32 = probes(-1);

fn main() {
    let names = Mutex::new(Vec::new());
    thread::scope(|s| {
        s.spawn(|| names.lock().unwrap().push(7u16.named()));
        s.spawn(|| names.lock().unwrap().push((-7i32).named()));
    });
    let mut names = names.into_inner().unwrap();
    names.sort();
    assert_eq!(names, ["-7", "7"]);
    assert_eq!((u16::scale(1), i32::scale(2), u64::scale(3)), (0.5, 0.25, 0.125));
    assert_eq!((USUAL, probes(9), probes(2)), (32, 16, 6));
    let level = 3i64;
    assert_eq!((match level { 0 => 1, high if high > 5 => 5, low => low }) as u8, 3);
}
