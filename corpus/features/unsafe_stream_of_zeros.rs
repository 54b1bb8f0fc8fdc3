//@ bug: undefined-behavior
//@ source: new; a handle of a stream points to what all its handles share
use std::io::{Stdout, Write};

fn main() {
    let mut out: Stdout = unsafe { std::mem::zeroed() };
    writeln!(out, "hello").unwrap();
}
