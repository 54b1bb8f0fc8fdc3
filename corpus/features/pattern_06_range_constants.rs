//@ no-bug
//@ source: range patterns whose bounds are constants of types and traits

struct Level;
impl Level {
    const LOW: i32 = -5;
    const HIGH: i32 = 5;
    fn name(n: i32) -> &'static str {
        match n {
            Self::LOW..=Self::HIGH => "middle",
            i32::MIN..=-6 => "low",
            6..=i32::MAX => "high",
        }
    }
}

trait Bounded {
    const MOST: u64;
}
impl Bounded for u8 {
    const MOST: u64 = 255;
}

fn fits(n: u64) -> bool {
    matches!(n, 0..=<u8 as Bounded>::MOST)
}

fn letter(c: char) -> bool {
    match c {
        char::MIN..='@' => false,
        'A'..='Z' | 'a'..='z' => true,
        '['..char::MAX | char::MAX => false,
    }
}

const fn half(n: u8) -> u8 {
    match n {
        u8::MIN..=127 => 0,
        128..=u8::MAX => 1,
    }
}
const UPPER: u8 = half(200);

#[macro_use]
mod macros {
    macro_rules! outside {
        () => {
            "outside"
        };
    }
}

fn main() {
    for n in [-10, 0, 9] {
        println!("{} {}", Level::name(n), fits(n.unsigned_abs().into()));
    }
    println!("{} {} {}", letter('m'), letter('_'), UPPER);
    println!("{:?}", "aZ9 z".chars().map(letter).collect::<Vec<_>>());
    #[macro_use]
    mod inner {
        macro_rules! inside {
            ($($x:expr),*) => { [$($x + 1),*] };
        }
    }
    println!("{:?} {}", inside!(1, 2), outside!());
}
