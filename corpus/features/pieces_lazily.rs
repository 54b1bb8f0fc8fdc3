//@ no-bug
//@ source: new; pieces of slices and strings are split off when they are asked for; the stack that a Builder asks for

use std::cell::Cell;
use std::thread;

fn slices() {
    let asked = Cell::new(0);
    let zero = |x: &i32| {
        asked.set(asked.get() + 1);
        *x == 0
    };
    let v = [1, 2, 0, 3, 0, 4];
    let mut parts = v.split_inclusive(zero);
    assert_eq!(asked.get(), 0);
    assert_eq!(parts.next(), Some(&[1, 2, 0][..]));
    assert_eq!(asked.get(), 3);
    assert_eq!(parts.next_back(), Some(&[4][..]));
    assert_eq!(parts.collect::<Vec<_>>(), [&[3, 0][..]]);
    let mut parts = v.rsplitn(2, |x| *x == 0);
    assert_eq!(
        format!("{parts:?}"),
        "RSplitN { inner: GenericSplitN { iter: RSplit { v: [1, 2, 0, 3, 0, 4], finished: false }, count: 2 } }"
    );
    assert_eq!(
        (parts.next(), parts.next(), parts.next()),
        (Some(&[4][..]), Some(&[1, 2, 0, 3][..]), None)
    );
    let mut w = [1, 1, 2, 3, 3];
    for run in w.chunk_by_mut(|a, b| a == b) {
        run[0] += 10;
    }
    assert_eq!(w, [11, 1, 12, 13, 3]);
    let mut runs = w.chunk_by_mut(|a, b| a > b);
    assert_eq!(runs.next_back(), Some(&mut [13, 3][..]));
    assert_eq!(runs.next(), Some(&mut [11, 1][..]));
    let mut chunks = w.rchunks_exact_mut(2);
    chunks.next().unwrap()[0] = 7;
    assert_eq!(chunks.len(), 1);
    assert_eq!(chunks.into_remainder(), &[11]);
    for part in w.rsplit_mut(|x| *x == 7) {
        part[0] = 0;
    }
    assert_eq!(w, [0, 1, 12, 7, 0]);
    let mut halves = w.splitn_mut(2, |x| *x == 7);
    halves.next().unwrap().reverse();
    assert_eq!(halves.next(), Some(&mut [0][..]));
    assert_eq!(
        w.rchunks_mut(2).map(|c| c.len()).collect::<Vec<_>>(),
        [2, 2, 1]
    );
    w.split_inclusive_mut(|x| *x == 1).for_each(|p| p[0] = 5);
    println!("{w:?}");
    assert_eq!(w.rsplitn_mut(1, |x| *x == 5).count(), 1);
    println!("{:?} {:?}", w.split(|x| *x == 7), w.chunk_by(|a, b| a == b));
    println!(
        "{:?} {:?}",
        w.split(|x| *x == 7).size_hint(),
        w.split_inclusive(|x| *x == 7).size_hint()
    );
}

fn texts() {
    let mut seen = 0;
    let mut found = "a1b2c3".rmatches(|c: char| {
        seen += 1;
        c.is_ascii_digit()
    });
    assert_eq!(found.next(), Some("3"));
    drop(found);
    assert_eq!(seen, 1);
    let mut both = "a1b2c3".matches(char::is_numeric);
    assert_eq!(
        (both.next(), both.next_back(), both.next_back(), both.next()),
        (Some("1"), Some("3"), Some("2"), None)
    );
    assert_eq!(
        "xaxbx".rmatch_indices('x').collect::<Vec<_>>(),
        [(4, "x"), (2, "x"), (0, "x")]
    );
    assert_eq!(
        "aXXbXX".rmatch_indices("XX").collect::<Vec<_>>(),
        [(4, "XX"), (1, "XX")]
    );
    assert_eq!(
        "a;b;".rsplit_terminator(';').collect::<Vec<_>>(),
        ["b", "a"]
    );
    assert_eq!(
        "a;b;c".rsplit_terminator(';').rev().collect::<Vec<_>>(),
        ["a", "b", "c"]
    );
    let mut units = "a\u{1F600}".encode_utf16();
    assert_eq!(units.next(), Some(97));
    println!("{:?}", units.size_hint());
    assert_eq!(units.clone().count(), 2);
    assert_eq!(
        String::from_utf16(&units.collect::<Vec<_>>()).unwrap(),
        "\u{1F600}"
    );
    let mut split = "a,b".split(',');
    println!("{split:?}");
    split.next();
    println!("{split:?}");
    println!("{:?}", "a b".split(|c: char| c == ' '));
    println!("{:?}", "a b".splitn(2, ['x', ' ']));
    println!("{:?}", "a b".matches(&['x', ' '][..]));
    println!("{:?}", "a b".rsplit(char::is_whitespace));
    println!("{:?}", "a b".char_indices());
}

fn deep(n: u64) -> u64 {
    if n == 0 {
        0
    } else {
        1 + deep(std::hint::black_box(n - 1))
    }
}

fn main() {
    slices();
    texts();
    let big = thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(|| deep(300_000))
        .unwrap();
    println!("{}", big.join().unwrap());
    thread::scope(|s| {
        thread::Builder::new()
            .stack_size(64 << 20)
            .spawn_scoped(s, || deep(300_000))
            .unwrap();
    });
}
