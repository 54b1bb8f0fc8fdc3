//@ no-bug

#[macro_use]
mod macros {
    #[macro_export]
    macro_rules! twice {
        ($e:expr) => {{
            let first = $e;
            let second = $e;
            (first, second)
        }};
    }

    macro_rules! make_enum {
        ($(#[$meta:meta])* $vis:vis enum $name:ident { $($variant:ident $(= $value:expr)?),+ $(,)? }) => {
            $(#[$meta])*
            $vis enum $name { $($variant $(= $value)?),+ }

            impl $name {
                pub const ALL: &'static [$name] = &[$($name::$variant),+];

                pub fn name(&self) -> &'static str {
                    match self { $(Self::$variant => stringify!($variant)),+ }
                }
            }
        };
    }
}

make_enum! {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Planet { Mercury = 1, Venus, Earth = 10 }
}

macro_rules! impl_area {
    ($($t:ty => |$s:ident| $body:expr);* $(;)?) => {
        $(impl Area for $t {
            fn area(&self) -> f64 {
                let $s = self;
                $body
            }
        })*
    };
}

trait Area {
    fn area(&self) -> f64;
}

struct Square(f64);
struct Rect(f64, f64);

impl_area! {
    Square => |s| s.0 * s.0;
    Rect => |r| r.0 * r.1;
}

macro_rules! min {
    ($x:expr $(,)?) => { $x };
    ($x:expr, $($y:expr),+ $(,)?) => { std::cmp::min($x, min!($($y),+)) };
}

macro_rules! hashmap {
    (@count) => { 0 };
    (@count $k:tt $($rest:tt)*) => { 1 + hashmap!(@count $($rest)*) };
    ($($k:tt : $v:expr),*) => {{
        let mut m = std::collections::BTreeMap::new();
        $(m.insert(stringify!($k), $v);)*
        (m, hashmap!(@count $($k)*))
    }};
}

macro_rules! using_a {
    ($e:expr) => {{
        let a = 42;
        let _ = a;
        $e
    }};
}

macro_rules! tests {
    ($($name:ident: $input:expr => $expected:expr,)*) => {
        $(fn $name() -> bool { $input == $expected })*
        const NAMES: &[(&str, fn() -> bool)] = &[$((stringify!($name), $name)),*];
    };
}

tests! {
    adds: 1 + 1 => 2,
    concatenates: "a".to_string() + "b" => "ab",
    fails: 1 => 2,
}

macro_rules! nested {
    ($($outer:ident [$($inner:literal)*])*) => {
        vec![$((stringify!($outer), vec![$($inner * 2),*])),*]
    };
}

fn main() {
    let mut n = 0;
    println!("{:?}", twice!({ n += 1; n }));
    for p in Planet::ALL {
        println!("{} {} {:?}", p.name(), *p as i32, p);
    }
    println!("{} {}", Square(2.0).area(), Rect(2.0, 3.0).area());
    println!("{}", min!(5, 2 * 3, 4,));
    println!("{:?}", hashmap! { one: 1, two: 2 });
    let a = 1;
    println!("{}", using_a!(a * 2));
    for (name, test) in NAMES {
        println!("{name} {}", test());
    }
    println!("{:?}", nested!(x [1 2] y [3]));
    println!("{}", concat!("a", 1, true, 'c'));
    println!("{}", line!() > 0 && file!().ends_with(".rs") && !module_path!().is_empty());
}
