//@ no-bug
//@ source: frames in bytes: `to_be_bytes`, `TryFrom`, `split_at`, checksums, error display

use std::convert::{TryFrom, TryInto};
use std::fmt;
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(u8)]
enum Kind {
    Ping = 1,
    Data = 2,
    Close = 0xff,
}
impl TryFrom<u8> for Kind {
    type Error = ParseError;
    fn try_from(b: u8) -> Result<Self, ParseError> {
        match b {
            1 => Ok(Kind::Ping),
            2 => Ok(Kind::Data),
            0xff => Ok(Kind::Close),
            x => Err(ParseError::BadKind(x)),
        }
    }
}
#[derive(Debug, PartialEq)]
enum ParseError {
    Short { need: usize, have: usize },
    BadKind(u8),
    BadSum,
}
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            ParseError::Short { need, have } => write!(f, "need {need} bytes, have {have}"),
            ParseError::BadKind(k) => write!(f, "bad kind {k:#04x}"),
            ParseError::BadSum => "bad checksum".fmt(f),
        }
    }
}
#[derive(Debug, PartialEq)]
struct Frame<'a> {
    kind: Kind,
    seq: u32,
    body: &'a [u8],
}
impl<'a> Frame<'a> {
    fn encode(&self, out: &mut Vec<u8>) {
        out.push(self.kind as u8);
        out.extend_from_slice(&self.seq.to_be_bytes());
        out.extend((self.body.len() as u16).to_le_bytes());
        out.extend(self.body);
        let sum = out.iter().fold(0u8, |a, &b| a.wrapping_add(b));
        out.push(sum);
    }
    fn parse(b: &'a [u8]) -> Result<(Frame<'a>, &'a [u8]), ParseError> {
        let need = |n: usize| {
            if b.len() < n {
                Err(ParseError::Short {
                    need: n,
                    have: b.len(),
                })
            } else {
                Ok(())
            }
        };
        need(7)?;
        let kind = b[0].try_into()?;
        let seq = u32::from_be_bytes(b[1..5].try_into().unwrap());
        let len = u16::from_le_bytes([b[5], b[6]]) as usize;
        need(8 + len)?;
        let (head, rest) = b.split_at(7 + len);
        let sum = head.iter().copied().fold(0u8, u8::wrapping_add);
        if sum != rest[0] {
            return Err(ParseError::BadSum);
        }
        Ok((
            Frame {
                kind,
                seq,
                body: &head[7..],
            },
            &rest[1..],
        ))
    }
}
fn main() {
    let mut wire = Vec::with_capacity(32);
    Frame {
        kind: Kind::Ping,
        seq: 1,
        body: b"",
    }
    .encode(&mut wire);
    let mut second = vec![];
    Frame {
        kind: Kind::Data,
        seq: 0xDEADBEEF,
        body: "h\u{e9}llo".as_bytes(),
    }
    .encode(&mut second);
    wire.append(&mut second);
    let mut rest = &wire[..];
    while !rest.is_empty() {
        let (f, r) = Frame::parse(rest).unwrap();
        println!(
            "{:?} {:08X} {}",
            f.kind,
            f.seq,
            String::from_utf8_lossy(f.body)
        );
        rest = r;
    }
    wire[3] ^= 1;
    println!("{}", Frame::parse(&wire).unwrap_err());
    println!("{}", Frame::parse(&wire[..3]).unwrap_err());
    println!("{}", Frame::parse(&[7; 9]).unwrap_err());
    let x = 0x0102_0304_0506_0708u64;
    println!(
        "{:?} {:?} {}",
        x.to_be_bytes(),
        x.to_ne_bytes(),
        u64::from_ne_bytes(x.to_ne_bytes()) == x
    );
    println!(
        "{:?} {}",
        1.5f32.to_le_bytes(),
        f64::from_be_bytes(2.25f64.to_be_bytes())
    );
    println!(
        "{:?}",
        i128::MIN.to_le_bytes().iter().rposition(|&b| b != 0)
    );
}
