//@ no-bug

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

macro_rules! max {
    ($x:expr) => { $x };
    ($x:expr, $($rest:expr),+) => {{
        let a = $x;
        let b = max!($($rest),+);
        if a > b { a } else { b }
    }};
}

macro_rules! map {
    ($($key:expr => $value:expr),* $(,)?) => {{
        let mut m = std::collections::BTreeMap::new();
        $(m.insert($key, $value);)*
        m
    }};
}

macro_rules! point {
    ($name:ident { $($field:ident : $ty:ty = $default:expr),* }) => {
        #[derive(Debug)]
        struct $name {
            $($field: $ty),*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default),* }
            }
        }
    };
}

point!(Point { x: i32 = 1, y: i64 = -1, label: &'static str = "p" });

macro_rules! getters {
    ($t:ident: $($f:ident -> $r:ty),+) => {
        impl $t {
            $(fn $f(&self) -> $r { self.$f })+
        }
    };
}

getters!(Point: x -> i32, y -> i64);

macro_rules! count {
    () => { 0usize };
    ($head:tt $($tail:tt)*) => { 1usize + count!($($tail)*) };
}

macro_rules! compute {
    (eval $e:expr) => { println!("{} = {}", stringify!($e), $e) };
    (eval $e:expr, $(eval $es:expr),+) => {{
        compute!(eval $e);
        compute!($(eval $es),+)
    }};
}

macro_rules! swap {
    ($a:ident, $b:ident) => {
        let tmp = $a;
        $a = $b;
        $b = tmp;
    };
}

macro_rules! matrix {
    ($([$($x:literal),*]),*) => { vec![$(vec![$($x),*]),*] };
}

macro_rules! check {
    ($cond:expr, $($arg:tt)+) => {
        if !$cond {
            println!($($arg)+);
        }
    };
}

macro_rules! on {
    ($v:expr; $($p:pat => $b:block)*) => {
        match $v { $($p => $b)* }
    };
}

fn main() {
    println!("{}", square!(3 + 1));
    println!("{}", max!(3, 9, 4));
    println!("{:?}", map! { "a" => 1, "b" => 2, });
    let p = Point::default();
    println!("{:?} {} {} {}", p, p.x(), p.y(), p.label);
    println!("{}", count!(a b (c d) [e]));
    compute!(eval 1 + 2, eval (4 * 5) - 6);
    let (mut a, mut b) = (1, 2);
    let tmp = 99;
    swap!(a, b);
    println!("{a} {b} {tmp}");
    println!("{:?}", matrix!([1, 2], [3, 4]));
    check!(a == 1, "a is {}, not {}", a, 1);
    on!(b; 1 => { println!("one") } _ => { println!("other") });
}
