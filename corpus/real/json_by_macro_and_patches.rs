//@ no-bug
//@ source: a JSON value with a macro, a parser, patches sent as closures

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::rc::Rc;
use std::sync::{
    mpsc::{self, SyncSender},
    Arc, Mutex,
};
use std::thread;
#[derive(Clone, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Num(f64),
    Str(String),
    Arr(Vec<Json>),
    Obj(BTreeMap<String, Json>),
}
macro_rules! json { (null) => { Json::Null }; ([$($e:tt),* $(,)?]) => { Json::Arr(vec![$(json!($e)),*]) }; ({$($k:literal : $v:tt),* $(,)?}) => { Json::Obj(BTreeMap::from([$(($k.to_string(), json!($v))),*])) }; ($e:expr) => { Json::from($e) } }
macro_rules! from { ($($t:ty => |$x:ident| $e:expr),+ $(,)?) => { $(impl From<$t> for Json { fn from($x: $t) -> Json { $e } })+ } }
from! { bool => |b| Json::Bool(b), i32 => |n| Json::Num(n as f64), f64 => |n| Json::Num(n), &str => |s| Json::Str(s.to_string()) }
impl Debug for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(b) => write!(f, "{b}"),
            Json::Num(n) => write!(f, "{n}"),
            Json::Str(s) => write!(f, "{s:?}"),
            Json::Arr(v) => f.debug_list().entries(v).finish(),
            Json::Obj(m) => f.debug_map().entries(m.iter()).finish(),
        }
    }
}
impl std::ops::Index<&str> for Json {
    type Output = Json;
    fn index(&self, k: &str) -> &Json {
        static NULL: Json = Json::Null;
        if let Json::Obj(m) = self {
            m.get(k).unwrap_or(&NULL)
        } else {
            &NULL
        }
    }
}
impl std::ops::IndexMut<&str> for Json {
    fn index_mut(&mut self, k: &str) -> &mut Json {
        match self {
            Json::Obj(m) => m.entry(k.to_string()).or_insert(Json::Null),
            other => {
                *other = Json::Obj(BTreeMap::new());
                other.index_mut(k)
            }
        }
    }
}
use std::ops::IndexMut;
type P<'a, T> = Option<(T, &'a str)>;
fn value(s: &str) -> P<'_, Json> {
    let s = s.trim_start();
    match s.as_bytes().first()? {
        b'n' => s.strip_prefix("null").map(|r| (Json::Null, r)),
        b't' | b'f' => s
            .strip_prefix("true")
            .map(|r| (Json::Bool(true), r))
            .or_else(|| Some((Json::Bool(false), s.strip_prefix("false")?))),
        b'"' => {
            let e = s[1..].find('"')?;
            Some((Json::Str(s[1..=e].into()), &s[e + 2..]))
        }
        b'[' => {
            let mut r = s[1..].trim_start();
            let mut v = vec![];
            while !r.starts_with(']') {
                let (x, rest) = value(r)?;
                v.push(x);
                r = rest.trim_start();
                r = r.strip_prefix(',').unwrap_or(r).trim_start();
            }
            Some((Json::Arr(v), &r[1..]))
        }
        b'{' => {
            let mut r = s[1..].trim_start();
            let mut m = BTreeMap::new();
            loop {
                if let Some(r) = r.strip_prefix('}') {
                    break Some((Json::Obj(m), r));
                }
                let (Json::Str(k), rest) = value(r)? else {
                    return None;
                };
                let (v, rest) = value(rest.trim_start().strip_prefix(':')?)?;
                m.insert(k, v);
                r = rest.trim_start();
                r = r.strip_prefix(',').map(str::trim_start).unwrap_or(r);
            }
        }
        b'-' | b'0'..=b'9' => {
            let n = s
                .find(|c: char| !matches!(c, '-' | '.' | 'e' | '0'..='9'))
                .unwrap_or(s.len());
            Some((Json::Num(s[..n].parse().ok()?), &s[n..]))
        }
        _ => None,
    }
}
fn main() {
    let doc = json!({ "name": "vs", "tags": ["a", null, 1.5], "nested": { "deep": true, "n": (40 + 2) } });
    let text = format!("{doc:?}");
    println!("{text}");
    println!(
        "{}",
        value(&text)
            .map(|(j, r)| j == doc && r.is_empty())
            .unwrap_or(false)
    );
    let log = Arc::new(Mutex::new(Vec::<(u32, String)>::new()));
    let (tx, rx) = mpsc::sync_channel::<(u32, Box<dyn FnOnce(&mut Json) + Send>)>(1);
    let applier = {
        let log = Arc::clone(&log);
        let mut d = doc.clone();
        thread::spawn(move || {
            for (i, f) in rx {
                f(&mut d);
                log.lock().unwrap().push((i, format!("{:?}", d["k"])));
            }
            d
        })
    };
    let send =
        |tx: &SyncSender<_>, i: u32, f: Box<dyn FnOnce(&mut Json) + Send>| tx.send((i, f)).unwrap();
    let t2 = tx.clone();
    let h = thread::spawn(move || send(&t2, 1, Box::new(|d| d["a"]["b"] = json!([1, 2]))));
    send(
        &tx,
        0,
        Box::new(|d| {
            if let Json::Obj(m) = d {
                m.remove("tags");
            }
        }),
    );
    h.join().unwrap();
    tx.send((
        2,
        Box::new(|d| {
            let n = match &d["nested"]["n"] {
                Json::Num(n) => *n,
                _ => 0.,
            };
            d["k"] = Json::Num(n / 4.);
        }),
    ))
    .unwrap();
    drop(tx);
    println!("{:#?}", applier.join().unwrap());
    println!("{:?}", log.lock().unwrap().last());
    let shared = Rc::new(RefCell::new(json!(null)));
    {
        let s2 = Rc::clone(&shared);
        let set = move |v| *s2.borrow_mut() = v;
        set(json!("x"));
    }
    println!("{:?} {}", shared.borrow(), Rc::strong_count(&shared));
}
