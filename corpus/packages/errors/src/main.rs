use std::io;
use std::sync::mpsc;
use std::thread;
use thiserror::Error;

#[derive(Error, Debug)]
#[error("parse of `{text}` failed at {at}")]
struct ParseError {
    text: String,
    at: usize,
}

#[derive(Error, Debug)]
enum StoreError {
    #[error("the store is closed")]
    Closed,
    #[error("no key {0}, of {1:?}")]
    NoKey(u32, Vec<u32>),
    #[error("bad size {size} (max {max:>4}), {}", .size + 1)]
    Size { size: usize, max: usize },
    #[error("parsing")]
    Parse(#[from] ParseError),
    #[error("io: {source}")]
    Io { source: io::Error, code: i32 },
    #[error(transparent)]
    Other(#[from] Box<dyn std::error::Error + Send + Sync>),
}

fn work(n: u32) -> Result<u32, StoreError> {
    match n {
        0 => Err(StoreError::Closed),
        1 => Err(StoreError::NoKey(1, vec![2, 3])),
        2 => Err(ParseError { text: "x".into(), at: 3 })?,
        3 => Err(StoreError::Size { size: 5, max: 4 }),
        4 => Err(StoreError::Other("plain".into())),
        n => Ok(n),
    }
}

fn main() {
    let (tx, rx) = mpsc::channel();
    let t = thread::spawn(move || {
        for n in 0..6 {
            tx.send(work(n)).unwrap();
        }
    });
    for r in rx {
        match r {
            Ok(n) => println!("{n}"),
            Err(e) => println!("{e}; {:?}", std::error::Error::source(&e).map(|s| s.to_string())),
        }
    }
    t.join().unwrap();
}
