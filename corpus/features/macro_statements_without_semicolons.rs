//@ no-bug
// What a statement's macro ends with may be one more macro without a semicolon: its variables are those of the block.

macro_rules! bind {
    ($name:ident first) => {};
    ($name:ident second) => {
        let $name = true;
    };
}

macro_rules! both {
    ($name:ident) => {
        bind!($name first);
        bind!($name second);
    };
}

macro_rules! outer {
    ($name:ident) => {
        both!($name)
    };
}

macro_rules! value {
    ($value:expr) => {
        twice!($value)
    };
}

macro_rules! twice {
    ($value:expr) => {
        $value * 2
    };
}

fn main() {
    let found = false;
    outer!(found);
    assert!(found);
    value!(3);
    let six = { value!(3) };
    assert_eq!(six, 6);
}
