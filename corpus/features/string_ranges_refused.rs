//@ no-bug
//@ source: the messages of strings where a place is within a character, or outside
use std::panic::{AssertUnwindSafe, catch_unwind};

fn refused<R>(text: &str, change: impl FnOnce(&mut String) -> R) {
    let mut changed = String::from(text);
    let panic = catch_unwind(AssertUnwindSafe(|| drop(change(&mut changed)))).unwrap_err();
    let message = match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast_ref::<&str>().unwrap().to_string(),
    };
    assert_eq!(changed, text);
    println!("{message}");
}

fn main() {
    refused("äb", |s| s.replace_range(1.., "x"));
    refused("äb", |s| s.replace_range(..1, "x"));
    refused("äb", |s| s.replace_range(..9, "x"));
    refused("äb", |s| s.insert_str(1, "x"));
    refused("äb", |s| s.insert(1, 'x'));
    refused("äb", |s| s.drain(1..).count());
    refused("äb", |s| s.split_off(1));
    refused("äb", |s| s.truncate(1));
    refused("äb", |s| s.remove(1));
    refused("äb", |s| s.remove(3));
}
