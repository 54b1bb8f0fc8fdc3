//@ no-bug
//@ source: a JSON parser by slice patterns with guards and rest bindings

use std::collections::BTreeMap;
use std::fmt;
use std::sync::mpsc;
use std::thread;
#[derive(Debug, Clone, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Num(f64),
    Str(String),
    Arr(Vec<Json>),
    Obj(BTreeMap<String, Json>),
}
#[derive(Debug, PartialEq, Eq)]
enum Bad {
    Eof,
    Char { at: usize, c: char },
}
struct P<'s> {
    s: &'s [u8],
    at: usize,
}
type R<T> = Result<T, Bad>;
impl<'s> P<'s> {
    fn peek(&self) -> R<u8> {
        self.s.get(self.at).copied().ok_or(Bad::Eof)
    }
    fn bad<T>(&self) -> R<T> {
        self.peek().and_then(|c| {
            Err(Bad::Char {
                at: self.at,
                c: c as char,
            })
        })
    }
    fn ws(&mut self) {
        while let Some(b' ' | b'\n' | b'\t') = self.s.get(self.at) {
            self.at += 1
        }
    }
    fn eat(&mut self, lit: &[u8]) -> bool {
        let ok = self.s[self.at..].starts_with(lit);
        if ok {
            self.at += lit.len()
        }
        ok
    }
    fn value(&mut self) -> R<Json> {
        self.ws();
        let v = match &self.s[self.at..] {
            [] => return Err(Bad::Eof),
            [b'n', ..] if self.eat(b"null") => Json::Null,
            [b't', b'r', ..] if self.eat(b"true") => Json::Bool(true),
            [b'f', ..] if self.eat(b"false") => Json::Bool(false),
            [b'"', ..] => Json::Str(self.string()?),
            [b'[', ..] => {
                self.at += 1;
                let mut v = vec![];
                loop {
                    self.ws();
                    if self.eat(b"]") {
                        break Json::Arr(v);
                    }
                    if !v.is_empty() && !self.eat(b",") {
                        return self.bad();
                    }
                    v.push(self.value()?)
                }
            }
            [b'{', ..] => {
                self.at += 1;
                let mut m = BTreeMap::new();
                loop {
                    self.ws();
                    if self.eat(b"}") {
                        break Json::Obj(m);
                    }
                    if !m.is_empty() && !self.eat(b",") {
                        return self.bad();
                    }
                    self.ws();
                    let k = self.string()?;
                    self.ws();
                    if !self.eat(b":") {
                        return self.bad();
                    }
                    m.insert(k, self.value()?);
                }
            }
            [b'-' | b'0'..=b'9', rest @ ..] => {
                let n = rest
                    .iter()
                    .take_while(|c| matches!(c, b'0'..=b'9' | b'.' | b'e' | b'-'))
                    .count();
                let t = std::str::from_utf8(&self.s[self.at..=self.at + n]).unwrap();
                self.at += n + 1;
                Json::Num(t.parse().map_err(|_| Bad::Eof)?)
            }
            _ => return self.bad(),
        };
        self.ws();
        Ok(v)
    }
    fn string(&mut self) -> R<String> {
        if !self.eat(b"\"") {
            return self.bad();
        }
        let mut out = Vec::new();
        loop {
            match self.s[self.at..] {
                [b'"', ..] => {
                    self.at += 1;
                    return Ok(String::from_utf8(out).unwrap());
                }
                [b'\\', c, ..] => {
                    out.push(match c {
                        b'n' => b'\n',
                        o => o,
                    });
                    self.at += 2
                }
                [c, ..] => {
                    out.push(c);
                    self.at += 1
                }
                [] => return Err(Bad::Eof),
            }
        }
    }
}
impl std::str::FromStr for Json {
    type Err = Bad;
    fn from_str(s: &str) -> R<Json> {
        let mut p = P {
            s: s.as_bytes(),
            at: 0,
        };
        let v = p.value()?;
        if p.at == s.len() {
            Ok(v)
        } else {
            p.bad()
        }
    }
}
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(b) => b.fmt(f),
            Json::Num(n) => write!(f, "{n}"),
            Json::Str(s) => write!(f, "{s:?}"),
            Json::Arr(v) => {
                f.write_str("[")?;
                for (i, x) in v.iter().enumerate() {
                    write!(f, "{}{x}", if i > 0 { "," } else { "" })?
                }
                f.write_str("]")
            }
            Json::Obj(m) => f
                .debug_map()
                .entries(m.iter().map(|(k, v)| (k, format_args!("{v}").to_string())))
                .finish(),
        }
    }
}
impl std::ops::Index<&str> for Json {
    type Output = Json;
    fn index(&self, k: &str) -> &Json {
        static NULL: Json = Json::Null;
        match self {
            Json::Obj(m) => m.get(k).unwrap_or(&NULL),
            _ => &NULL,
        }
    }
}
fn main() {
    let docs = [
        r#" {"a": [1, -2.5, "x\"y"], "b": {"c": null}} "#,
        "[1 2]",
        "[true,false",
        "\"\\n\"",
        "{}",
    ];
    let (tx, rx) = mpsc::channel();
    thread::scope(|s| {
        let tx = tx;
        s.spawn(move || {
            docs.iter()
                .for_each(|d| tx.send(d.parse::<Json>()).unwrap())
        });
    });
    for r in &rx {
        match r {
            Ok(j) => println!("{j} {}", j["b"]["c"] == Json::Null),
            Err(e) => println!("{e:?}"),
        }
    }
}
