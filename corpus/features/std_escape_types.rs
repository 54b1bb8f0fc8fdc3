//@ no-bug
//@ source: the iterators of `escape_*` and `split_ascii_whitespace`, of `char` and of `str`

use std::io::{BufReader, Cursor, Read};

fn texts() {
    let text = "a\n\"é\u{301}\0";
    let shown = format!(
        "{} {} {}",
        text.escape_debug(),
        text.escape_default(),
        text.escape_unicode()
    );
    assert!(shown.starts_with("a\\n\\\"é\u{301}\\0 "));
    assert!(shown.ends_with("a\\n\\\"\\u{e9}\\u{301}\\u{0} \\u{61}\\u{a}\\u{22}\\u{e9}\\u{301}\\u{0}"));
}

fn characters() {
    let both = '\''.escape_debug().chain('x'.escape_unicode());
    assert_eq!(both.collect::<String>(), "\\'\\u{78}");
    assert_eq!('\n'.escape_default().len(), 2);
    assert_eq!('é'.escape_debug().to_string(), "é");
}

fn words() {
    let text = " a\u{a0}b  c\td ";
    let ascii: Vec<&str> = text.split_ascii_whitespace().collect();
    assert_eq!(ascii, ["a\u{a0}b", "c", "d"]);
    let words: Vec<&str> = text.split_whitespace().rev().collect();
    assert_eq!(words, ["d", "c", "b", "a"]);
    let mut both_ends = "x yy\n".split_ascii_whitespace();
    assert_eq!((both_ends.next_back(), both_ends.next()), (Some("yy"), Some("x")));
    assert_eq!(both_ends.next(), None);
}

fn forward() -> std::io::Result<()> {
    let mut reader = BufReader::new(Cursor::new(vec![1u8, 2, 3, 4, 5]));
    let mut two = [0; 2];
    reader.read_exact(&mut two)?;
    reader.seek_relative(1)?;
    reader.read_exact(&mut two)?;
    assert_eq!(two, [4, 5]);
    Ok(())
}

fn main() {
    texts();
    characters();
    words();
    forward().unwrap();
}
