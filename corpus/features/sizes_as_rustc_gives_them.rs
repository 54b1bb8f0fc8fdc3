//@ no-bug
//@ edition: 2024
//@ source: sizes that rustc gives to enums with payloads beside what is free in the largest one, to locks and times

#![allow(dead_code)]

use std::borrow::Cow;
use std::sync::{Condvar, Mutex, Once, OnceLock, RwLock};
use std::time::{Duration, Instant};

enum Message {
    Quit,
    Move { x: i32, y: i32 },
    Write(String),
    ChangeColor(i32, i32, i32),
}

enum List {
    Cons(i32, Box<List>),
    Nil,
}

enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

enum Value {
    Text(&'static str),
    Number(i64),
    Flag(bool),
    List(Vec<Value>),
    Nothing,
}

/// The last field of a tuple stays the last, so that what is free in the string is not at the start.
enum Late {
    Pair(fn(), (char, String)),
    Other(Result<String, ()>, bool),
}

enum Padded {
    Wide(u64, u8),
    Narrow(u8),
}

const _: () = assert!(size_of::<Message>() == 24 && size_of::<Option<Message>>() == 24);
const _: () = assert!(size_of::<Option<List>>() == size_of::<List>());

macro_rules! sizes {
    ($($ty:ty),* $(,)?) => {
        $(println!("{} {} {}", size_of::<$ty>(), align_of::<$ty>(), size_of::<Option<$ty>>());)*
    };
}

fn main() {
    sizes!(Message, List, Tree, Value, Late, Padded, Cow<'static, str>);
    sizes!(Result<u8, String>, Result<u64, Box<dyn Fn()>>, Option<Cow<'static, [u8]>>);
    sizes!(
        Mutex<u8>,
        Mutex<u64>,
        RwLock<[u8; 3]>,
        Condvar,
        Once,
        OnceLock<u32>
    );
    sizes!(Duration, Instant, (u8, u32, u64), (bool, u64, u8));
}
