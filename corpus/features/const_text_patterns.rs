//@ no-bug
//@ source: patterns of the bytes of a text, in constants that types are made of
const fn parse(s: &str) -> usize {
    let mut b = s.as_bytes();
    let mut r = 0;
    while let [c, rest @ ..] = b {
        if let b'0'..=b'9' = *c {
            r = r * 10 + (*c - b'0') as usize;
        }
        b = rest;
    }
    r
}
const fn kind(s: &[u8]) -> usize {
    match s {
        b"get" => 1,
        b"put" => 2,
        [b'x', ..] => 3,
        [] => 0,
        [.., b'z'] => 5,
        _ => 4,
    }
}
const N: usize = parse("1_2");
struct B<const K: usize>([u8; K]);
static T: [[u8; kind(b"put")]; N] = [[7; 2]; 12];
type Z = B<{ kind(b"xyz") + parse(env_like()) }>;
const fn env_like() -> &'static str {
    "3"
}
fn f<const K: usize>() -> usize {
    K
}
const fn sum(mut s: &[u8]) -> usize {
    let mut sum = 0;
    while let Some((first, rest)) = s.split_first() {
        sum += (*first - b'a') as usize;
        s = rest;
    }
    sum
}
const fn first(s: &str) -> usize {
    match s.as_bytes() {
        [b'a'..=b'm', ..] => 1,
        [_, second, ..] => *second as usize - b'a' as usize,
        _ => 9,
    }
}
fn main() {
    println!(
        "{} {} {} {}",
        T.len(),
        T[11].len(),
        std::mem::size_of::<Z>(),
        f::<{ first("zc") }>()
    );
    match 12 {
        N => println!("twelve"),
        _ => unreachable!(),
    }
    let a = [0u8; kind(b"") + kind(b"zz") + first("abc")];
    println!("{} {}", a.len(), B([1; parse("5")]).0.len());
    let sums = ([0u8; sum(b"bd")], [0u8; sum("ec".as_bytes())]);
    println!("{} {}", sums.0.len(), sums.1.len());
}
