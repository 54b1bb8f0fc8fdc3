//@ no-bug
//@ source: what iterators and entries show of themselves, and copies of iterators

use std::collections::*;
use std::iter;
fn main() {
    clones();
    parts();
    let v = vec![1, 2, 3];
    println!("{:?}", v.iter().map(|x| x + 1));
    println!("{:?}", v.iter().filter(|x| **x > 1).skip_while(|_| false));
    println!(
        "{:?}",
        (0..3)
            .filter_map(|x| Some(x))
            .take_while(|x| *x < 2)
            .map_while(Some)
    );
    let mut tw = (0..3).take_while(|x| *x < 1);
    tw.by_ref().count();
    println!("{tw:?}");
    println!("{:?}", (0..3).scan(7u8, |_, x| Some(x)).inspect(|_| ()));
    println!("{:?}", vec![vec![1], vec![2]].into_iter().flatten());
    let mut fm = (0..2).flat_map(|x| x..4);
    fm.next();
    println!("{fm:?} {:#?}", fm.clone());
    println!(
        "{:?} {:?} {:?}",
        iter::repeat_with(|| 1),
        iter::empty::<u8>(),
        iter::from_fn(|| Some(1))
    );
    println!(
        "{:?} {:?}",
        iter::once_with(|| 1),
        iter::successors(Some(1), |x| Some(x + 1))
    );
    println!(
        "{:?} {:?} {:?}",
        Some(1).iter(),
        Some(1).iter_mut(),
        Some(1).into_iter()
    );
    println!(
        "{:?} {:?} {:?}",
        Ok::<_, ()>(1).iter(),
        Ok::<_, ()>(1).iter_mut(),
        Err::<u8, _>(1).into_iter()
    );
    println!("{:?}", String::from("abc").drain(1..));
    let d = VecDeque::from([1, 2, 3]);
    println!("{:?} {:?}", d.iter().skip(1), d.clone().into_iter());
    let mut b = BTreeMap::from([(1, 'a')]);
    println!("{:?}", b.entry(1));
    println!("{:?}", b.entry(2));
    let mut h = HashMap::from([(1, 'a')]);
    println!("{:?}", h.entry(1));
    println!("{:?}", h.entry(2));
    println!("{:?}", h.iter_mut());
    println!("{:?}", h.clone().into_iter());
    let s = HashSet::from([1]);
    println!(
        "{:?} {:?} {:?}",
        s.difference(&HashSet::new()),
        s.intersection(&s).clone(),
        s.clone().into_iter()
    );
    println!("{:?}", BinaryHeap::from([1, 5]).peek_mut());
    println!("{:?} {:?}", v.split(|x| *x == 2), v.chunk_by(|a, b| a == b));
    println!(
        "{} {:?} {}",
        b"a\n\xff'".escape_ascii(),
        b"x".escape_ascii(),
        b'\\'.escape_ascii()
    );
    println!(
        "{:?}",
        std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default()
    );
    println!(
        "{:?}",
        b"z\t"
            .escape_ascii()
            .rev()
            .map(char::from)
            .collect::<String>()
    );
}
#[allow(dead_code)]
fn clones() {
    let h = HashMap::from([(1, 'a')]);
    let k = h.keys();
    assert_eq!(k.clone().count() + h.values().clone().count(), 2);
    let b = BTreeMap::from([(1, 'a')]);
    assert_eq!(
        b.keys().clone().chain(b.keys()).count() + b.values().clone().count(),
        3
    );
    let s = BTreeSet::from([1, 2]);
    let u = s.union(&s);
    assert_eq!(
        u.clone().eq(u) as usize
            + s.difference(&s).clone().count()
            + s.symmetric_difference(&s).clone().count(),
        1
    );
    assert_eq!(Some(1).iter().clone().cycle().take(3).count(), 3);
    assert_eq!(Ok::<u8, ()>(1).into_iter().cycle().take(3).count(), 3);
    assert_eq!(
        iter::repeat_with(|| 1).clone().take(2).count() + iter::empty::<u8>().clone().count(),
        2
    );
    assert_eq!(
        iter::successors(Some(1), |x| (*x < 3).then(|| x + 1))
            .clone()
            .count(),
        3
    );
    assert_eq!([1, 0, 2].split(|x| *x == 0).clone().count(), 2);
    assert_eq!(
        vec![vec![1], vec![2]]
            .into_iter()
            .flatten()
            .clone()
            .cycle()
            .nth(3),
        Some(2)
    );
    assert_eq!(VecDeque::from([1]).into_iter().clone().len(), 1);
    assert_eq!(iter::once_with(|| 4).clone().next(), Some(4));
}

fn parts() {
    use std::io::Cursor;
    use std::mem::ManuallyDrop;
    let v = [1, 2, 3];
    println!(
        "{:?} {:?} {:?}",
        v.windows(2),
        v.chunks(2),
        v.chunks_exact(2)
    );
    println!(
        "{:?} {:?} {:?}",
        iter::repeat(1),
        iter::repeat_n(1, 2),
        iter::once(1)
    );
    println!(
        "{:?} {:?} {:?}",
        v.iter().copied(),
        v.iter().cloned(),
        v.iter().cycle()
    );
    println!(
        "{:?} {:?} {:?}",
        (0..3).peekable(),
        v.iter().step_by(2),
        v.iter().fuse()
    );
    println!("{:?} {:?}", Cursor::new("ab"), ManuallyDrop::new(1));
    println!("{:?} {:?}", "ab".bytes(), "ab".char_indices());
    println!("{:?}", std::future::ready(1));
    println!("{:?}", std::panic::Location::caller().line());
    println!("{:?}", std::ffi::CString::new("a\0b"));
    println!("{:?} {:?}", v.iter().take(1), v.iter().skip(1));
    println!("{:?}", (1..=9).step_by(4));
    println!("{:?}", "a".char_indices().enumerate());
}
