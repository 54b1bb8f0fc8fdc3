//@ no-bug
//@ source: what ranges say of their lengths, also where a length is greater than any `usize`

use std::panic::catch_unwind;

fn main() {
    let pairs: Vec<(u64, char)> = (0..=u64::MAX).zip("ab".chars()).collect();
    assert_eq!(pairs, [(0, 'a'), (1, 'b')]);
    let first: Vec<u64> = (0..=u64::MAX).take(2).collect();
    assert_eq!(first, [0, 1]);

    assert_eq!((0..=u64::MAX).size_hint(), (usize::MAX, None));
    assert_eq!((1..=u64::MAX).size_hint(), (usize::MAX, Some(usize::MAX)));
    assert_eq!(
        (i64::MIN..i64::MAX).size_hint(),
        (usize::MAX, Some(usize::MAX))
    );
    assert_eq!((0..u128::MAX).size_hint(), (usize::MAX, None));
    assert_eq!((0..1u128 << 64).size_hint(), (usize::MAX, None));
    assert_eq!(
        (0..(1u128 << 64) - 1).size_hint(),
        (usize::MAX, Some(usize::MAX))
    );
    assert_eq!((-3..4i128).size_hint(), (7, Some(7)));
    assert_eq!((-100..=100i8).size_hint(), (201, Some(201)));
    assert_eq!((5..=4u8).size_hint(), (0, Some(0)));
    assert_eq!(('\u{D7FF}'..='\u{E000}').size_hint(), (2, Some(2)));

    assert_eq!((1..=u64::MAX).count(), usize::MAX);
    assert!(catch_unwind(|| (0..=u64::MAX).count()).is_err());
    assert!(catch_unwind(|| (0..u128::MAX).count()).is_err());
}
