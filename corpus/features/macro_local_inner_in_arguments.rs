//@ no-bug
//@ source: a macro with `local_inner_macros` hands an invocation on to itself, and takes it apart as a name and what
//@ source: the name is given (the combinators of `nom` 5)

use std::sync::Mutex;
use std::thread;

mod combinators {
    #[macro_export(local_inner_macros)]
    macro_rules! call_it {
        ($input:expr, $function:expr) => {
            $function($input)
        };
    }

    #[macro_export(local_inner_macros)]
    macro_rules! map_it {
        (__impl $input:expr, $inner:ident!( $($args:tt)* ), $then:expr) => {
            ($then)((move |input| $inner!(input, $($args)*))($input))
        };
        ($input:expr, $inner:ident!( $($args:tt)* ), $then:expr) => {
            map_it!(__impl $input, $inner!($($args)*), $then)
        };
        ($input:expr, $function:expr, $then:expr) => {
            map_it!(__impl $input, call_it!($function), $then)
        };
    }
}

fn last(bytes: &[u8]) -> u8 {
    *bytes.last().unwrap()
}

fn signed(bytes: &[u8]) -> i8 {
    map_it!(bytes, last, |byte| byte as i8)
}

fn twice(bytes: &[u8]) -> u32 {
    map_it!(bytes, map_it!(last, u32::from), |byte| 2 * byte)
}

fn main() {
    let seen = Mutex::new(Vec::new());
    thread::scope(|s| {
        s.spawn(|| seen.lock().unwrap().push(i32::from(signed(&[1, 255]))));
        s.spawn(|| seen.lock().unwrap().push(twice(&[7, 255]) as i32));
    });
    let mut seen = seen.into_inner().unwrap();
    seen.sort();
    assert_eq!(seen, [-1, 510]);
}
