//@ no-bug
//@ source: methods of strings that are deprecated and still there
#![allow(deprecated)]

fn main() {
    let text = String::from("first\r\nsecond\nthird");
    let lines: Vec<&str> = text.lines_any().rev().collect();
    println!("{lines:?}");
    unsafe {
        println!("{}", text.slice_unchecked(7, 13));
        let mut word = String::from("abc");
        word.slice_mut_unchecked(0, 2).make_ascii_uppercase();
        println!("{word}");
    }
}
