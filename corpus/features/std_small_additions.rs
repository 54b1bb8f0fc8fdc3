//@ no-bug
//@ source: sums of `Cow`, collecting into tuples, operators of wrappers by reference, and other small parts of std

use std::borrow::Cow;
use std::collections::{vec_deque, BTreeSet, HashSet};
use std::hash::Hasher;
use std::num::{Saturating, Wrapping};
use std::panic::catch_unwind;

fn texts() {
    let (a, b) = (Cow::from("a"), Cow::from(String::from("b")));
    let mut sum = a + b;
    sum += Cow::from("c");
    assert_eq!(sum + "d", "abcd");
    // Nothing is copied where one of the two is empty.
    assert!(matches!(Cow::from("") + "x", Cow::Borrowed("x")));
    assert!(matches!(
        Cow::from("x") + Cow::from(String::new()),
        Cow::Borrowed("x")
    ));

    assert_eq!("ΑΣ ΑΣ'Α ΑΣ'. Σ".to_lowercase(), "ας ασ'α ας'. σ");
    assert_eq!('İ'.to_lowercase().rev().collect::<String>(), "\u{307}i");

    for end in [3, 4, usize::MAX] {
        let message = catch_unwind(|| "abc"[..=end].len()).unwrap_err();
        let expected = format!("end byte index {end} is out of bounds of `abc`");
        assert_eq!(message.downcast_ref::<String>(), Some(&expected));
        assert_eq!("abc".get(1..=end), None);
    }
    let mut used = 0..=1;
    assert_eq!((used.by_ref().count(), &"abc"[used]), (2, ""));
    println!(module_path!());
}

fn sequences() {
    let (a, b, c): (Vec<_>, String, HashSet<_>) = (0..3).map(|x| (x, 'x', x / 2)).collect();
    assert_eq!((a, b.as_str(), c.len()), (vec![0, 1, 2], "xxx", 2));
    let mut one = (vec![1],);
    one.extend([(2,), (3,)]);
    assert_eq!(one.0, [1, 2, 3]);

    let (a, b): (BTreeSet<u32>, BTreeSet<u32>) = ((0..5).collect(), (3..6).collect());
    let hints = (a.difference(&b).size_hint(), a.intersection(&b).size_hint());
    assert_eq!(hints, ((2, Some(5)), (0, Some(3))));
    let hints = (
        a.union(&b).size_hint(),
        a.symmetric_difference(&b).size_hint(),
    );
    assert_eq!(hints, ((5, Some(8)), (0, Some(8))));
    let (a, b): (HashSet<u32>, HashSet<u32>) = (a.into_iter().collect(), b.into_iter().collect());
    assert_eq!(a.intersection(&b).size_hint(), (0, Some(3)));
    assert_eq!(a.union(&b).size_hint(), (5, Some(8)));

    assert_eq!(vec_deque::Iter::<String>::default().len(), 0);
    assert_eq!(vec_deque::IterMut::<String>::default().len(), 0);
    let mut number = 5;
    std::array::from_mut(&mut number)[0] += 2;
    assert_eq!(number, 7);
}

fn numbers() {
    let mut a = Wrapping(0x81u8);
    assert_eq!(
        (&a << 3, &a >> &1, a << &9, (&a + &a).0),
        (Wrapping(8), Wrapping(0x40), Wrapping(2), 2)
    );
    a <<= &1usize;
    a >>= 1;
    assert_eq!(a, Wrapping(1));
    assert_eq!([a, Wrapping(255)].iter().sum::<Wrapping<u8>>(), Wrapping(0));
    assert_eq!((&Saturating(200u8) + &Saturating(100)).0, 255);

    #[allow(deprecated)]
    let mut hasher = std::hash::SipHasher::new_with_keys(1, 2);
    hasher.write(b"hello, world");
    hasher.write_u32(7);
    assert_eq!(hasher.finish(), 6528850565860620763);
}

fn main() {
    texts();
    sequences();
    numbers();
}
