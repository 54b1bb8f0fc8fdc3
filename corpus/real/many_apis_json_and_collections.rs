//@ no-bug
//@ source: a JSON parser, collections, strings and iterators in the breadth in which programs use them

use std::cell::RefCell;
use std::collections::*;
use std::fmt::{self, Write as _};
use std::rc::Rc;
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct P {
    a: u8,
    b: Option<String>,
    c: (i32, [u8; 2]),
}
#[derive(Debug, Clone, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Num(f64),
    Str(String),
    Arr(Vec<Json>),
    Obj(BTreeMap<String, Json>),
}
struct Parser<'a> {
    src: &'a [u8],
    pos: usize,
}
#[derive(Debug)]
enum PErr {
    Eof,
    Unexpected(char, usize),
}
impl<'a> Parser<'a> {
    fn new(s: &'a str) -> Self {
        Self {
            src: s.as_bytes(),
            pos: 0,
        }
    }
    fn peek(&self) -> Result<u8, PErr> {
        self.src.get(self.pos).copied().ok_or(PErr::Eof)
    }
    fn ws(&mut self) {
        while matches!(self.peek(), Ok(b' ' | b'\n' | b'\t')) {
            self.pos += 1
        }
    }
    fn expect(&mut self, c: u8) -> Result<(), PErr> {
        match self.peek()? {
            x if x == c => {
                self.pos += 1;
                Ok(())
            }
            x => Err(PErr::Unexpected(x as char, self.pos)),
        }
    }
    fn value(&mut self) -> Result<Json, PErr> {
        self.ws();
        let v = match self.peek()? {
            b'n' => {
                self.lit("null")?;
                Json::Null
            }
            b't' => {
                self.lit("true")?;
                Json::Bool(true)
            }
            b'f' => {
                self.lit("false")?;
                Json::Bool(false)
            }
            b'"' => Json::Str(self.string()?),
            b'[' => {
                self.pos += 1;
                let mut out = vec![];
                loop {
                    self.ws();
                    if self.peek()? == b']' {
                        self.pos += 1;
                        break Json::Arr(out);
                    }
                    if !out.is_empty() {
                        self.expect(b',')?;
                    }
                    out.push(self.value()?);
                }
            }
            b'{' => {
                self.pos += 1;
                let mut out = BTreeMap::new();
                loop {
                    self.ws();
                    if self.peek()? == b'}' {
                        self.pos += 1;
                        break;
                    }
                    if !out.is_empty() {
                        self.expect(b',')?;
                        self.ws();
                    }
                    let k = self.string()?;
                    self.ws();
                    self.expect(b':')?;
                    let v = self.value()?;
                    out.insert(k, v);
                }
                Json::Obj(out)
            }
            b'-' | b'0'..=b'9' => {
                let start = self.pos;
                while let Ok(b'-' | b'+' | b'.' | b'e' | b'0'..=b'9') = self.peek() {
                    self.pos += 1;
                }
                let text = std::str::from_utf8(&self.src[start..self.pos]).unwrap();
                Json::Num(
                    text.parse()
                        .map_err(|_| PErr::Unexpected(text.chars().next().unwrap(), start))?,
                )
            }
            c => return Err(PErr::Unexpected(c.into(), self.pos)),
        };
        Ok(v)
    }
    fn lit(&mut self, s: &str) -> Result<(), PErr> {
        s.bytes().try_for_each(|b| self.expect(b))
    }
    fn string(&mut self) -> Result<String, PErr> {
        self.expect(b'"')?;
        let start = self.pos;
        let len = self.src[start..].iter().position(|&b| b == b'"').ok_or(PErr::Eof)?;
        self.pos += len + 1;
        Ok(String::from_utf8_lossy(&self.src[start..start + len]).into_owned())
    }
}
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(b) => write!(f, "{b}"),
            Json::Num(n) => write!(f, "{n}"),
            Json::Str(s) => write!(f, "{s:?}"),
            Json::Arr(a) => {
                f.write_char('[')?;
                for (i, x) in a.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    x.fmt(f)?;
                }
                f.write_char(']')
            }
            Json::Obj(o) => f
                .debug_map()
                .entries(o.iter().map(|(k, v)| (k, v.to_string())))
                .finish(),
        }
    }
}
trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        std::any::type_name::<Self>().rsplit("::").next().unwrap().to_string()
    }
}
struct Sq(f64);
struct Ci {
    r: f64,
}
impl Shape for Sq {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
}
impl Shape for Ci {
    fn area(&self) -> f64 {
        std::f64::consts::PI * self.r.powi(2)
    }
}
fn main() {
    let j = Parser::new(r#" {"a": [1, 2.5, -3e2, true, null], "b": {"c": "x"}, "d": []} "#)
        .value()
        .unwrap();
    println!("{j}");
    println!("{j:?}");
    println!("{:?}", Parser::new("[1, ?]").value());
    println!("{:?}", Parser::new("[1").value().is_err());
    let p = P {
        a: 1,
        ..Default::default()
    };
    println!(
        "{p:?} {:#?}",
        P {
            b: Some("z".into()),
            ..p.clone()
        }
    );
    println!(
        "{:?}",
        p.cmp(&P {
            a: 1,
            b: None,
            c: (1, [0, 0])
        })
    );
    let mut heap: BinaryHeap<_> = [3, 1, 4, 1, 5].into_iter().map(std::cmp::Reverse).collect();
    heap.push(std::cmp::Reverse(0));
    println!(
        "{:?} {:?}",
        heap.pop().map(|r| r.0),
        heap.into_sorted_vec().iter().map(|r| r.0).collect::<Vec<_>>()
    );
    let mut dq: VecDeque<i32> = (1..=5).collect();
    dq.rotate_left(2);
    dq.push_front(0);
    dq.swap(0, 1);
    println!(
        "{dq:?} {:?} {:?}",
        dq.iter().rev().step_by(2).collect::<Vec<_>>(),
        dq.range(1..3).sum::<i32>()
    );
    let mut m: BTreeMap<i32, &str> = [(3, "c"), (1, "a"), (2, "b")].into();
    println!("{:?} {:?} {:?}", m.range(2..).next(), m.first_key_value(), 0);
    println!("{:?}", m.pop_last());
    m.retain(|k, _| *k != 1);
    println!("{m:?}");
    println!(
        "{:?}",
        m.entry(9).or_insert_with_key(|k| if *k > 5 { "big" } else { "small" })
    );
    let mut hm: HashMap<&str, Vec<i32>> = HashMap::new();
    hm.entry("x").or_default().extend([1, 2]);
    hm.entry("x").and_modify(|v| v.push(3)).or_insert_with(Vec::new);
    println!("{:?}", hm.get("x"));
    println!("{:?}", hm.remove_entry("x"));
    let mut s = String::new();
    write!(s, "{:>4}|{:<4}|{:^4}|", 1, 2, 3).unwrap();
    writeln!(&mut s, "{:?}", "q\"uo\n\te\u{7f}é").unwrap();
    print!("{s}");
    println!("{:?}", "a,b,,c".split(',').collect::<Vec<_>>());
    println!("{:?}", "  lead and trail ".trim().splitn(2, ' ').collect::<Vec<_>>());
    println!("{:?} {:?}", "key=value=x".split_once('='), "abc".rsplit_once('z'));
    println!(
        "{:?}",
        "line1\nline2\r\nline3".lines().map(str::len).collect::<Vec<_>>()
    );
    println!(
        "{:?}",
        "Hello"
            .char_indices()
            .filter(|(_, c)| c.is_lowercase())
            .collect::<Vec<_>>()
    );
    println!(
        "{} {} {}",
        "ß".to_uppercase(),
        "ÀB".to_lowercase(),
        "abc".eq_ignore_ascii_case("ABC")
    );
    println!("{:?} {:?}", "abcabc".find("ca"), "abcabc".rfind(|c| c == 'a'));
    println!("{:?}", "x1y22z".split(|c: char| c.is_ascii_digit()).collect::<Vec<_>>());
    println!(
        "{:?}",
        "abc".chars().rev().collect::<String>().repeat(2).replacen('c', "<>", 1)
    );
    println!("{:?}", "a-b_c".split(['-', '_']).collect::<Vec<_>>());
    println!(
        "{:?} {:?}",
        "prefix-x".strip_prefix("prefix-"),
        "x.rs".strip_suffix(".rs")
    );
    println!("{:?}", "mississippi".matches("ss").count());
    println!("{:?}", "one two".bytes().map(|b| b as u32).sum::<u32>());
    let shapes: Vec<Rc<dyn Shape>> = vec![Rc::new(Sq(2.0)), Rc::new(Ci { r: 1.0 })];
    for s in &shapes {
        println!("{} {:.2}", s.name(), s.area());
    }
    let best = shapes
        .iter()
        .max_by(|a, b| a.area().partial_cmp(&b.area()).unwrap())
        .unwrap();
    println!("{}", best.name());
    let shared = Rc::new(RefCell::new(vec![1]));
    let c = {
        let shared = Rc::clone(&shared);
        move |x| {
            shared.borrow_mut().push(x);
            shared.borrow().len()
        }
    };
    println!("{} {} {:?}", c(2), c(3), shared);
    println!("{:?}", Rc::try_unwrap(shared).map_err(|rc| Rc::strong_count(&rc)));
    let v: Vec<i32> = (1..=10).collect();
    println!(
        "{:?}",
        v.chunks(3).map(|c| c.iter().product::<i32>()).collect::<Vec<_>>()
    );
    println!(
        "{:?}",
        v.iter()
            .scan(0, |a, x| {
                *a += x;
                (*a < 20).then_some(*a)
            })
            .last()
    );
    println!(
        "{:?}",
        v.iter()
            .flat_map(|&x| std::iter::repeat(x).take((x % 3) as usize))
            .collect::<Vec<_>>()
    );
    let (e, o): (Vec<i32>, Vec<i32>) = v.iter().partition(|x| *x % 2 == 0);
    println!("{e:?} {o:?} {:?}", e.iter().zip(&o).map(|(a, b)| a * b).max());
    println!("{:?}", v.iter().copied().reduce(|a, b| a * 2 + b));
    println!("{:?}", v.iter().try_fold(0i8, |a, &x| a.checked_add(x as i8 * 10)));
    println!(
        "{:?}",
        v.binary_search(&7).and_then(|i| v.binary_search(&99).map(|j| i + j))
    );
    let mut w = vec![5, 3, 5, 1, 3];
    w.sort_unstable();
    w.dedup();
    w.insert(1, 9);
    w.swap_remove(0);
    w.extend_from_slice(&[7; 2]);
    w.truncate(4);
    println!("{w:?} {:?} {:?}", w.split_off(2), w);
    println!("{:?}", w.drain(..1).chain([0]).collect::<Vec<_>>());
    let mut pk = [1, 1, 2, 3, 3, 3].iter().peekable();
    let mut runs = vec![];
    while let Some(x) = pk.next() {
        let mut n = 1;
        while pk.next_if(|y| *y == x).is_some() {
            n += 1;
        }
        runs.push((x, n));
    }
    println!("{runs:?}");
    let (a, b): (Vec<i32>, Vec<i32>) = runs.into_iter().map(|(a, b)| (*a, b)).unzip();
    println!("{a:?} {b:?} {:?}", b.iter().min_by_key(|n| (**n - 2i32).abs()));
    println!(
        "{:?}",
        std::iter::successors(Some(1u32), |x| x.checked_mul(10))
            .collect::<Vec<_>>()
            .len()
    );
    println!(
        "{:?}",
        [[1, 2], [3, 4]]
            .concat()
            .windows(2)
            .map(|w| w[1] - w[0])
            .collect::<HashSet<_>>()
    );
    println!(
        "{:?}",
        ["b", "a"]
            .iter()
            .copied()
            .cycle()
            .skip(1)
            .take(3)
            .collect::<Vec<&str>>()
            .join("+")
    );
    println!(
        "{:?} {:?}",
        [1.5, 0.5].iter().cloned().fold(f64::INFINITY, f64::min),
        (1..4).map(f64::from).sum::<f64>()
    );
    println!("{:?}", vec![Some(1), None, Some(3)].into_iter().flatten().sum::<i32>());
    println!(
        "{:?}",
        vec![Ok(1), Err("e"), Ok(2)]
            .into_iter()
            .collect::<Result<Vec<i32>, &str>>()
    );
    println!(
        "{:?}",
        (0..5)
            .map(|i| (i, i * i))
            .collect::<HashMap<_, _>>()
            .values()
            .sum::<i32>()
    );
    println!(
        "{}",
        i32::from_str_radix("-7f", 16).unwrap() + "12".parse::<i32>().unwrap()
    );
    println!(
        "{:?} {:?}",
        "x".parse::<i32>().map_err(|e| e.to_string()),
        "".parse::<u8>().unwrap_err()
    );
    println!("{:?} {:?}", "3.5x".parse::<f32>().is_err(), "true".parse::<bool>());
    println!(
        "{:?} {:?}",
        char::from_digit(7, 10),
        ('a'..='e').step_by(2).collect::<String>()
    );
    println!(
        "{:?} {:?}",
        u8::try_from(300i32).is_err(),
        i64::from(3u32) + i64::try_from(4usize).unwrap()
    );
    println!(
        "{:5}|{:<5}|{:^5}|{:>5}|{:*^9}|{:#?}",
        1.5f32,
        true,
        'c',
        "ab",
        "mid",
        (1,)
    );
    println!("{:?} {:?}", Some("x").zip(Some(2)), Some(5).xor(None::<i32>));
    println!("{:?}", Some(4).filter(|x| x % 2 == 1).unwrap_or_default());
    println!("{:?} {:?}", Some(Some(1)).flatten(), Some(3).is_some_and(|x| x > 2));
    println!(
        "{:?}",
        Ok::<i32, String>(3).and_then(|x| if x > 5 { Ok(x) } else { Err(format!("{x} small")) })
    );
}
