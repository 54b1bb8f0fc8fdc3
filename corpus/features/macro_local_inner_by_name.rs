//@ no-bug
//@ source: the name of a macro with `local_inner_macros`'s own crate is handed on to another macro, which calls it
use std::thread;

mod inner {
    #[macro_export]
    macro_rules! nearly {
        ($one:expr, $other:expr) => {
            ($one - $other as f64).abs() < 1e-9
        };
    }

    #[macro_export]
    macro_rules! check_with {
        ($compare:ident, $one:expr, $other:expr) => {
            assert!(
                $compare!($one, $other),
                "{} of {}",
                stringify!($compare),
                stringify!($one)
            )
        };
    }

    #[macro_export(local_inner_macros)]
    macro_rules! assert_nearly {
        ($one:expr, $other:expr) => {
            check_with!(nearly, $one, $other)
        };
    }
}

fn main() {
    let sum = thread::spawn(|| 0.1 + 0.2);
    assert_nearly!(sum.join().unwrap(), 0.3);
}
