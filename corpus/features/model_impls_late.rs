//@ no-bug
//@ source: the rarer implementations of std's traits, as its documentation lists them

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::io::{BufRead, Cursor, Read, Write};
use std::num::{NonZero, NonZeroU8, Saturating, Wrapping};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Default, Debug, PartialEq)]
struct Names {
    shared: Arc<str>,
    list: Arc<[u8]>,
    local: Rc<str>,
    pinned: Pin<Box<u32>>,
}

fn numbers() {
    let n = NonZeroU8::new(10).unwrap();
    assert_eq!(format!("{n:#x} {n:04b} {n:o} {n:>4}"), "0xa 1010 12   10");
    assert_eq!(
        NonZero::<u32>::from(n).get() + NonZero::<i64>::from(n).get() as u32,
        20
    );
    let mut bits = n | 5;
    bits |= 32;
    assert_eq!(
        (bits | n, 1 | n),
        (NonZero::new(47).unwrap(), NonZero::new(11).unwrap())
    );
    let mut w = Wrapping(250u8);
    w += &Wrapping(3);
    w += &10;
    assert_eq!((w, -&w, !&w), (Wrapping(7), Wrapping(249), Wrapping(248)));
    let mut s = Saturating(100i8);
    s += &100;
    s -= &Saturating(7);
    assert_eq!(format!("{s} {s:o} {}", -&s), "120 170 -120");
}

fn texts() {
    let text = "one\r\ntwo\n\nfour\n";
    assert_eq!(
        text.lines().rev().collect::<Vec<_>>(),
        ["four", "", "two", "one"]
    );
    assert_eq!(text.split_inclusive('\n').next_back(), Some("four\n"));
    let mut both = "a-b-c".split_inclusive('-');
    assert_eq!(
        (both.next_back(), both.next(), both.next()),
        (Some("c"), Some("a-"), Some("b-"))
    );
    assert_eq!((both.next(), both.next_back()), (None, None));
    let mut lines = "x\ny\nz".lines();
    assert_eq!(
        (
            lines.next(),
            lines.next_back(),
            lines.next_back(),
            lines.next()
        ),
        (Some("x"), Some("z"), Some("y"), None)
    );
    assert!("".lines().next_back().is_none());
    let same: fn(&String, &String) -> bool = <String as PartialEq>::eq;
    assert!(same(&"a".into(), &"a".into()));
}

fn slices() {
    let v = [1, 2, 3, 4, 5];
    assert_eq!(
        v.chunks_exact(2)
            .rev()
            .flatten()
            .copied()
            .collect::<Vec<_>>(),
        [3, 4, 1, 2]
    );
    let mut w = v;
    w.chunks_exact_mut(2)
        .rev()
        .zip([10, 20])
        .for_each(|(c, x)| c[0] += x);
    assert_eq!(w, [21, 2, 13, 4, 5]);
    let (owned, array) = (vec![1, 2], [1, 2]);
    let cows: [Cow<'_, [i32]>; 2] = [(&owned).into(), (&array).into()];
    assert!(cows.iter().all(|cow| *cow == owned && *cow == &array[..]));
    let map = BTreeMap::from([
        ("a".to_string(), 1),
        ("b".to_string(), 2),
        ("c".to_string(), 3),
    ]);
    let (from, to) = ("a".to_string(), "c".to_string());
    assert_eq!(
        map.range::<String, _>(&from..&to)
            .map(|(_, n)| n)
            .sum::<i32>(),
        3
    );
    assert_eq!(BTreeSet::from([1, 4, 7]).range(&2..).count(), 2);
    let mut rest = HashMap::from([(1, 2)]);
    let mut keys = rest.keys();
    assert_eq!((std::mem::take(&mut keys).count(), keys.count()), (1, 0));
    assert_eq!(rest.iter_mut().map(|(_, n)| *n).sum::<i32>(), 2);
}

fn bytes() {
    let mut room = [0u8; 4];
    let mut cursor = Cursor::new(&mut room[..]);
    write!(cursor, "abc").unwrap();
    assert_eq!(cursor.write(b"def").unwrap(), 1);
    assert!(cursor.write_all(b"g").is_err());
    assert_eq!(&room, b"abcd");
    let mut queue = VecDeque::new();
    write!(queue, "{}-{}\nrest", 1, 2).unwrap();
    let mut line = String::new();
    queue.read_line(&mut line).unwrap();
    let mut two = [0; 2];
    queue.read_exact(&mut two).unwrap();
    assert_eq!((line.as_str(), &two, queue.len()), ("1-2\n", b"re", 2));
}

fn main() {
    numbers();
    texts();
    slices();
    bytes();
    assert_eq!(
        format!("{:?}", Names::default()),
        "Names { shared: \"\", list: [], local: \"\", pinned: 0 }"
    );
    assert_eq!(
        Names::default(),
        Names {
            pinned: Box::pin(0),
            ..Default::default()
        }
    );
}
