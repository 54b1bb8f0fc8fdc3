//@ no-bug
//@ edition: 2018
// An only argument of `unreachable!` is shown as it is, a string with braces too.

use std::panic::catch_unwind;

fn said(f: fn()) -> String {
    let payload = catch_unwind(f).unwrap_err();
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => payload.downcast_ref::<&str>().unwrap().to_string(),
    }
}

fn main() {
    println!("{}", said(|| unreachable!(5)));
    println!("{}", said(|| unreachable!("{}")));
    println!("{}", said(|| unreachable!("{} {}", 1, 2)));
    println!("{}", said(|| unreachable!()));
}
