//@ no-bug
//@ source: extract_if and splice, which do what they do only as they are asked

use std::collections::*;
use std::sync::Mutex;
fn main() {
    // What nobody asks for stays.
    let mut v: Vec<i32> = (0..8).collect();
    assert_eq!(v.extract_if(.., |x| *x % 2 == 0).next(), Some(0));
    assert_eq!(v, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(
        v.extract_if(2..5, |x| *x % 2 == 1).take(1).collect::<Vec<_>>(),
        [3]
    );
    assert_eq!(v, [1, 2, 4, 5, 6, 7]);
    drop(v.extract_if(.., |_| true));
    assert_eq!(v.len(), 6);
    let mut m: BTreeMap<_, _> = (0..4).map(|k| (k, k)).collect();
    assert_eq!(m.extract_if(1.., |_, _| true).next(), Some((1, 1)));
    assert_eq!(m.len(), 3);
    let mut s = BTreeSet::from([1, 2, 3]);
    assert_eq!(s.extract_if(.., |_| true).nth(1), Some(2));
    assert_eq!(s, BTreeSet::from([3]));
    let mut h: HashMap<_, _> = (0..4).map(|k| (k, 'x')).collect();
    assert!(h.extract_if(|_, _| true).next().is_some());
    assert_eq!(h.len(), 3);
    let mut h: HashSet<_> = h.into_keys().collect();
    assert_eq!(h.extract_if(|k| *k < 9).take(2).count(), 2);
    assert_eq!(h.len(), 1);
    let mut l = LinkedList::from([1, 2, 3]);
    assert_eq!(l.extract_if(|x| *x > 1).next(), Some(2));
    assert_eq!(l, LinkedList::from([1, 3]));
    // A predicate that panics loses nothing.
    let m = Mutex::new(vec![1, 2, 3, 4]);
    let _ = std::panic::catch_unwind(|| {
        m.lock()
            .unwrap()
            .extract_if(.., |x| {
                assert!(*x < 3);
                *x == 1
            })
            .count()
    });
    assert_eq!(*m.lock().unwrap_err().get_ref().as_slice(), [2, 3, 4]);
    // The new elements are asked for when the removed ones are gone.
    let log = std::cell::RefCell::new(vec![]);
    let mut v = vec![1, 2, 3];
    {
        let new = (7..9).inspect(|x| log.borrow_mut().push(*x));
        let mut s: std::vec::Splice<'_, _> = v.splice(..2, new);
        log.borrow_mut().push(s.next().unwrap());
    }
    assert_eq!((v, log.into_inner()), (vec![7, 8, 3], vec![1, 7, 8]));
}
