//@ no-bug
//@ source: packets decoded from bytes: flags by a macro, addresses, checksums, errors; two decoders and a reorder buffer

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::convert::{Infallible, TryFrom, TryInto};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::{BitAndAssign, BitOr, RangeInclusive};
use std::sync::mpsc;
use std::thread;
macro_rules! bitflags { ($(#[$a:meta])* struct $N:ident: $T:ty { $(const $F:ident = $v:expr;)* }) => { $(#[$a])* #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)] struct $N($T); #[allow(dead_code)] impl $N { $(const $F: $N = $N($v);)* const fn bits(self) -> $T { self.0 } const fn contains(self, o: Self) -> bool { self.0 & o.0 == o.0 } fn from_bits(b: $T) -> Option<Self> { let all = 0 $(| $v)*; (b & !all == 0).then_some($N(b)) } } impl BitOr for $N { type Output = Self; fn bitor(self, o: Self) -> Self { $N(self.0 | o.0) } } impl fmt::Debug for $N { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { let mut first = true; $( if self.contains($N::$F) { if !first { f.write_str(" | ")?; } first = false; f.write_str(stringify!($F))?; } )* if first { f.write_str("(empty)")?; } Ok(()) } } } }
bitflags! { struct Flags: u8 { const SYN = 1 << 0; const ACK = 1 << 1; const FIN = 1 << 4; } }
#[derive(Debug, Clone, PartialEq, Eq)]
struct Packet {
    src: SocketAddr,
    seq: u32,
    flags: Flags,
    body: Vec<u8>,
}
#[derive(Debug, PartialEq, Eq)]
enum Bad {
    Short { need: usize, got: usize },
    Flags(u8),
    Sum { want: u16, got: u16 },
}
impl From<Infallible> for Bad {
    fn from(x: Infallible) -> Self {
        match x {}
    }
}
fn checksum(b: &[u8]) -> u16 {
    !b.chunks(2)
        .map(|c| u16::from_be_bytes([c[0], *c.get(1).unwrap_or(&0)]))
        .fold(0u16, |a, x| {
            let (s, o) = a.overflowing_add(x);
            s.wrapping_add(o as u16)
        })
}
impl TryFrom<&[u8]> for Packet {
    type Error = Bad;
    fn try_from(b: &[u8]) -> Result<Self, Bad> {
        let (head, body) = b.split_at_checked(13).ok_or(Bad::Short {
            need: 13,
            got: b.len(),
        })?;
        let &[a, bb, c, d, p0, p1, ref rest @ ..] = head else {
            unreachable!()
        };
        let seq = u32::from_le_bytes(rest[..4].try_into().expect("four"));
        let want = u16::from_be_bytes(rest[5..7].try_into().unwrap());
        let got = checksum(body);
        if want != got {
            return Err(Bad::Sum { want, got });
        }
        Ok(Packet {
            src: SocketAddr::from((Ipv4Addr::new(a, bb, c, d), u16::from_be_bytes([p0, p1]))),
            seq,
            flags: Flags::from_bits(rest[4]).ok_or(Bad::Flags(rest[4]))?,
            body: body.to_vec(),
        })
    }
}
fn encode(ip: [u8; 4], port: u16, seq: u32, f: Flags, body: &[u8]) -> Vec<u8> {
    ip.into_iter()
        .chain(port.to_be_bytes())
        .chain(seq.to_le_bytes())
        .chain(Some(f.bits()))
        .chain(checksum(body).to_be_bytes())
        .chain(body.iter().copied())
        .collect()
}
fn main() {
    let raw: Vec<Vec<u8>> = vec![
        encode([127, 0, 0, 1], 80, 2, Flags::ACK, b"world"),
        encode([10, 0, 0, 7], 8080, 1, Flags::SYN | Flags::ACK, b"hello "),
        encode([1, 2, 3, 4], 1, 3, Flags(0x80), b""),
        vec![1, 2, 3],
        {
            let mut e = encode([9; 4], 9, 9, Flags::FIN, b"xy");
            e[13] ^= 0xff;
            e
        },
    ];
    let (tx, rx) = mpsc::channel();
    let hs: Vec<_> = raw
        .chunks(3)
        .map(|part| {
            let (tx, part) = (tx.clone(), part.to_vec());
            thread::spawn(move || {
                for p in &part {
                    tx.send(Packet::try_from(&p[..])).unwrap()
                }
            })
        })
        .collect();
    drop(tx);
    let (ok, bad): (Vec<_>, Vec<_>) = rx.into_iter().partition(Result::is_ok);
    hs.into_iter().for_each(|h| h.join().unwrap());
    let by_seq: BTreeMap<u32, Packet> = ok.into_iter().flatten().map(|p| (p.seq, p)).collect();
    let text: String = by_seq
        .values()
        .flat_map(|p| p.body.iter().map(|b| *b as char))
        .collect();
    println!(
        "{text} {:?}",
        by_seq
            .values()
            .map(|p| (p.src.to_string(), p.flags))
            .collect::<Vec<_>>()
    );
    let mut errs: Vec<String> = bad
        .into_iter()
        .map(|r| format!("{:?}", r.unwrap_err()))
        .collect();
    errs.sort();
    println!("{errs:#?}");
    let ips: HashSet<IpAddr> = by_seq.values().map(|p| p.src.ip()).collect();
    println!(
        "{} {:?} {:?}",
        ips.len(),
        "192.168.1.300".parse::<Ipv4Addr>().is_err(),
        "::1".parse::<IpAddr>().map(|i| i.is_loopback())
    );
    let mut fl = Flags::SYN | Flags::FIN;
    fl.0 &= !1;
    println!("{fl:?} {:?}", Flags::default());
    let r: RangeInclusive<u8> = 1..=0;
    println!(
        "{} {:?}",
        r.is_empty(),
        BTreeSet::from([3, 1]).iter().rev().collect::<Vec<_>>()
    );
    let mut x = 6u8;
    BitAndAssign::bitand_assign(&mut x, 3);
    println!("{x}");
}
