//@ no-bug
//@ source: `macro_export(local_inner_macros)`: macros that a macro invokes are those of its own crate

#[macro_export]
#[doc(hidden)]
macro_rules! inner {
    ($a:expr) => {
        $a + 1
    };
}

#[macro_export(local_inner_macros)]
macro_rules! outer {
    ($a:expr, $m:ident) => {{ inner!($a) + $m!($a) }};
}

fn main() {
    let t = std::thread::spawn(|| outer!(1, inner));
    println!("{}", t.join().unwrap());
}
