//@ no-bug
//@ source: writers, readers, hashing and errors against native ones

use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasher, Hash, Hasher};
use std::io::{self, BufRead, BufWriter, Read, Write};

#[derive(Hash, PartialEq, Eq)]
struct Key(u32, String, Option<bool>);

fn hash<T: Hash + ?Sized>(x: &T) -> u64 {
    let mut h = DefaultHasher::new();
    x.hash(&mut h);
    h.finish()
}
struct Counter(Vec<u64>);
impl Hasher for Counter {
    fn finish(&self) -> u64 {
        self.0.iter().sum()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.push(bytes.len() as u64);
    }
}

fn main() -> io::Result<()> {
    let mut out = Vec::new();
    write!(out, "{}-{}", 1, 2)?;
    writeln!(&mut out, " {:?}", "x")?;
    out.write_all(b"bytes")?;
    println!("{:?}", String::from_utf8(out).unwrap());
    let stdout = io::stdout();
    let mut lock = stdout.lock();
    writeln!(lock, "locked {}", 1)?;
    lock.flush()?;
    drop(lock);
    {
        let mut w = BufWriter::new(io::stdout());
        write!(w, "buffered ")?;
        writeln!(w, "line")?;
    }
    let mut text = &b"one\ntwo\r\nthree"[..];
    let mut line = String::new();
    println!("{} {:?}", text.read_line(&mut line)?, line);
    println!("{:?}", text.lines().map(|l| l.unwrap()).collect::<Vec<_>>());
    let mut rest = &b"abcdef"[..];
    let mut four = [0; 4];
    rest.read_exact(&mut four)?;
    let mut s = String::new();
    println!("{:?} {} {s:?}", four, rest.read_to_string(&mut s)?);
    println!("{:?}", rest.read_exact(&mut four).unwrap_err().kind());
    let e = io::Error::new(io::ErrorKind::Other, "custom");
    println!("{} {:?} {:?}", e, e, e.kind());
    println!("{}", io::Error::from(io::ErrorKind::NotFound));
    println!("{}", io::Error::other("why").to_string());
    let mut input = String::new();
    println!("{:?}", io::stdin().read_line(&mut input).is_ok());
    let (a, b) = (Key(1, "a".into(), None), Key(1, "a".into(), None));
    println!("{} {}", hash(&a) == hash(&b), hash(&a) == hash(&Key(2, "a".into(), None)));
    println!("{} {}", hash("abc") == hash(&"abc".to_string()), hash(&(1, 2)) == hash(&(2, 1)));
    println!("{}", hash(&vec![1, 2]) == hash(&[1, 2][..]));
    let mut c = Counter(vec![]);
    (1u8, 2u32, 'c', true).hash(&mut c);
    println!("{:?} {}", c.0, c.finish());
    let state = std::collections::hash_map::RandomState::new();
    println!("{}", state.hash_one(5) == state.hash_one(5));
    std::process::exit(if hash(&1) == hash(&1) { 0 } else { 1 })
}
