//@ no-bug
//@ source: new; arguments of formatting macros may be named like keywords

fn main() {
    let text = format!("{fn} {type:?} {0} {match:>width$}", 1, fn = 2, type = "x", match = 3, width = 4);
    assert_eq!(text, r#"2 "x" 1    3"#);
    assert!(text.len() == 12, "{if}", if = text == "");
    println!("{text}");
}
