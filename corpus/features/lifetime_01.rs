//@ no-bug

use std::borrow::Cow;

struct Parser<'a> {
    text: &'a str,
    pos: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        Parser { text, pos: 0 }
    }

    fn word(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.pos..];
        let start = rest.find(|c: char| !c.is_whitespace())?;
        let rest = &rest[start..];
        let len = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.pos += start + len;
        Some(&rest[..len])
    }
}

impl<'a> Iterator for Parser<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.word()
    }
}

fn clean(s: &str) -> Cow<'_, str> {
    if s.contains('-') { Cow::Owned(s.replace('-', "_")) } else { Cow::Borrowed(s) }
}

fn split_pair<'a, 'b: 'a>(a: &'a str, b: &'b str) -> (&'a str, &'a str) {
    (b, a)
}

struct Registry<'r> {
    entries: Vec<(&'r str, Box<dyn Fn(&str) -> String + 'r>)>,
}

impl<'r> Registry<'r> {
    fn call(&self, name: &str, arg: &str) -> Option<String> {
        self.entries.iter().find(|(n, _)| *n == name).map(|(_, f)| f(arg))
    }
}

fn for_all<F>(f: F) -> usize
where
    F: for<'x> Fn(&'x str) -> &'x str,
{
    f("abc").len()
}

fn main() {
    let text = String::from("  let x   = 1 ");
    let mut p = Parser::new(&text);
    let first = p.word();
    println!("{:?} {:?}", first, p.collect::<Vec<_>>());
    println!("{} {}", clean("a-b"), clean("ab"));
    println!("{}", matches!(clean("ab"), Cow::Borrowed(_)));
    println!("{:?}", split_pair("a", "b"));
    let prefix = String::from("<");
    let r = Registry { entries: vec![("wrap", Box::new(|s| format!("{prefix}{s}>")))] };
    println!("{:?} {:?}", r.call("wrap", "x"), r.call("none", ""));
    println!("{}", for_all(|s| &s[1..]));
    let owned: String = clean("q-r").into_owned();
    println!("{owned}");
}
