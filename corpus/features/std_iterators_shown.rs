//@ no-bug
//@ edition: 2024
//@ source: iterators of collections by their names, as they print, and empty ones
use std::collections::*;
use std::fmt::Write as _;
fn main() {
    let mut m = HashMap::from([(1, 2)]);
    println!("{:?}", m.values_mut());
    println!("{:?} {:?}", m.clone().into_keys(), m.clone().into_values());
    println!("{:?}", m.iter_mut());
    println!("{:?} {:?}", m.keys(), m.values());
    println!("{:?}", m.drain());
    let mut m = BTreeMap::from([(1, 2), (3, 4)]);
    println!("{:?}", m.values_mut());
    println!("{:?}", m.iter_mut());
    println!("{:?}", m.range_mut(2..));
    println!(
        "{:?} {:?} {:?}",
        m.clone().into_keys(),
        m.clone().into_values(),
        m.clone().into_iter()
    );
    println!("{:?}", m.first_entry());
    let s: HashSet<u8> = [1].into();
    let t: HashSet<u8> = [1].into();
    println!(
        "{:?} {:?} {:?} {:?}",
        s.union(&t),
        s.symmetric_difference(&t),
        s.intersection(&t),
        s.difference(&t)
    );
    let mut u = s.union(&t).cloned().collect::<HashSet<_>>();
    println!("{:?}", u.drain());
    let (x, y): (
        hash_set::Union<'_, u8, _>,
        hash_set::SymmetricDifference<u8, hash_map::RandomState>,
    ) = (s.union(&t), s.symmetric_difference(&t));
    println!(
        "{} {} {:?}",
        x.count(),
        y.count(),
        hash_set::Iter::<u8>::default().next()
    );
    let mut b = BinaryHeap::from([1u8]);
    let d: binary_heap::Drain<'_, u8> = b.drain();
    println!("{d:?} {}", d.len());
    let h: hash_set::IntoIter<u8> = Default::default();
    println!("{}", h.len());
    println!(
        "{:?} {:?}",
        std::array::IntoIter::<u8, 3>::default(),
        std::iter::once_with(|| 3).next_back()
    );
    let it = [1, 2, 3].iter().inspect(|_| ());
    println!("{} {}", it.len(), std::iter::once_with(|| 3).len());
    let mut o = String::new();
    write!(
        o,
        "{:?} {:?}",
        std::future::pending::<u8>(),
        std::future::poll_fn(|_| std::task::Poll::Ready(1))
    )
    .unwrap();
    println!("{o}");
    let (tx, rx) = std::sync::mpsc::channel::<u8>();
    println!("{:?} {:?}", rx.iter(), rx.try_iter());
    drop(tx);
    println!("{:?}", rx.into_iter());
}
