//@ no-bug

use std::borrow::Cow;
use std::sync::Arc;
use std::thread;

fn main() {
    let word: Arc<str> = Arc::from("shared");
    let reader = thread::spawn({
        let word = word.clone();
        move || word.chars().map(|c| c.to_ascii_uppercase()).collect::<Box<str>>()
    });
    let reversed: Cow<str> = word.chars().rev().collect();
    let loud = reader.join().unwrap();
    let mut joined: String = [loud.clone(), "+".into()].into_iter().collect();
    joined.extend([reversed]);
    joined.extend([loud]);
    assert_eq!(joined, "SHARED+derahsSHARED");
    let lines: Box<str> = ["a", "b"].into_iter().collect();
    let numbers: Cow<[u8]> = lines.bytes().collect();
    assert_eq!(*numbers, *b"ab");
    // Of elements in no order, the same place is found as by std.
    assert_eq!([9, 0, 9, 3, 5].partition_point(|x| *x > 4), 3);
}
