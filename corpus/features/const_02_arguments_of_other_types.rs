//@ no-bug
//@ source: const arguments of other types than usize that are computed

#[derive(Debug, PartialEq)]
struct S<const N: i64>;
const C: i64 = 1;
fn f<const N: i64>() -> S<N> {
    S
}
fn flags<const F: u8, const UP: bool, const SEP: char>() -> String {
    format!("{F}{SEP}{UP}")
}
trait Level {
    const L: u32;
}
struct Deep<const N: u32>;
impl<const N: u32> Level for Deep<N> {
    const L: u32 = N + 1;
}

fn main() {
    assert_eq!(f::<{ C + 1 }>(), S::<2>);
    assert_eq!(f::<{ -C * 3 }>(), S::<-3>);
    let _: S<1> = f::<(((_)))>();
    let _: S<{ i64::MAX - 1 }> = S;
    assert_eq!(
        flags::<
            { 3 | 4u8 },
            { C > 0 },
            {
                if C == 1 {
                    '-'
                } else {
                    '+'
                }
            },
        >(),
        "7-true"
    );
    assert_eq!(<Deep<{ <Deep<3>>::L + 1 }> as Level>::L, 6);
}
