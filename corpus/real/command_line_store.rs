//@ no-bug
//@ source: commands parsed by slice patterns, a store behind a channel of replies, standard input at its end

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;
#[derive(Debug)]
enum Command {
    Set { key: String, value: i64 },
    Get(String),
    Del(String),
    Sum,
    Quit,
}
#[derive(Debug)]
enum ParseError {
    Empty,
    UnknownCommand(String),
    MissingArg(&'static str),
    BadNumber(std::num::ParseIntError),
}
impl From<std::num::ParseIntError> for ParseError {
    fn from(e: std::num::ParseIntError) -> Self {
        ParseError::BadNumber(e)
    }
}
impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => write!(f, "empty"),
            Self::UnknownCommand(c) => write!(f, "unknown command: {c}"),
            Self::MissingArg(a) => write!(f, "missing <{a}>"),
            Self::BadNumber(e) => write!(f, "{e}"),
        }
    }
}
impl TryFrom<&str> for Command {
    type Error = ParseError;
    fn try_from(line: &str) -> Result<Self, Self::Error> {
        let parts: Vec<&str> = line.split_ascii_whitespace().collect();
        match parts.as_slice() {
            [] => Err(ParseError::Empty),
            ["set", key, value] => Ok(Command::Set {
                key: key.to_string(),
                value: value.parse()?,
            }),
            ["set", _] => Err(ParseError::MissingArg("value")),
            ["get", key] => Ok(Command::Get(String::from(*key))),
            ["del" | "rm", key] => Ok(Command::Del((*key).to_owned())),
            ["get" | "set" | "del"] => Err(ParseError::MissingArg("key")),
            ["sum"] => Ok(Command::Sum),
            ["quit", ..] => Ok(Command::Quit),
            [cmd, ..] => Err(ParseError::UnknownCommand(cmd.to_string())),
        }
    }
}
fn store(rx: mpsc::Receiver<(Command, Sender<Option<i64>>)>) -> BTreeMap<String, i64> {
    let mut map = BTreeMap::new();
    while let Ok((cmd, reply)) = rx.recv() {
        let answer = match cmd {
            Command::Set { key, value } => map.insert(key, value),
            Command::Get(k) => map.get(&k).copied(),
            Command::Del(k) => map.remove(&k),
            Command::Sum => Some(map.values().sum()),
            Command::Quit => break,
        };
        reply.send(answer).ok();
    }
    map
}
fn session<R: Read, W: Write>(
    input: R,
    mut out: W,
    tx: &Sender<(Command, Sender<Option<i64>>)>,
) -> io::Result<usize> {
    let mut n = 0;
    for (i, line) in BufReader::new(input).lines().enumerate() {
        let line = line?;
        match Command::try_from(line.trim()) {
            Ok(Command::Quit) => {
                writeln!(out, "bye")?;
                break;
            }
            Ok(cmd) => {
                let (rtx, rrx) = mpsc::channel();
                tx.send((cmd, rtx))
                    .map_err(|_| io::Error::new(io::ErrorKind::BrokenPipe, "store gone"))?;
                match rrx.recv() {
                    Ok(Some(v)) => writeln!(out, "{}: {v}", i + 1)?,
                    _ => writeln!(out, "{}: nil", i + 1)?,
                }
            }
            Err(ParseError::Empty) => continue,
            Err(e) => writeln!(&mut out, "error: {e}")?,
        }
        n += 1;
    }
    Ok(n)
}
fn main() -> io::Result<()> {
    let (tx, rx) = mpsc::channel();
    let h = thread::spawn(move || store(rx));
    let mut out = Vec::new();
    let script = "set a 4\n\nset b x\nfrob\nset a 6\nget a\n  rm b\nset\nsum\nquit now\nget a";
    assert_eq!(session(Cursor::new(script), &mut out, &tx)?, 8);
    assert_eq!(session(io::stdin(), io::sink(), &tx)?, 0);
    drop(tx);
    let map = h.join().unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "1: nil",
            "error: invalid digit found in string",
            "error: unknown command: frob",
            "5: 4",
            "6: 6",
            "7: nil",
            "error: missing <key>",
            "9: 6",
            "bye"
        ]
    );
    io::stdout().write_all(format!("{map:?}\n").as_bytes())
}
