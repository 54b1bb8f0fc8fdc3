//@ no-bug
//@ source: new; what std has had since 1.86

use std::collections::{HashMap, VecDeque};
use std::f64::consts;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::LazyLock;
use std::thread;

fn slices() {
    let mut v = vec![1, 2, 3, 4, 5];
    let sums: Vec<i32> = v.array_windows().map(|[a, b]| a + b).collect();
    assert_eq!(sums, [3, 5, 7, 9]);
    if let Ok([a, b]) = v.get_disjoint_mut([0, 4]) {
        std::mem::swap(a, b);
    }
    *v.push_mut(7) += 1;
    assert_eq!(v, [5, 2, 3, 4, 1, 8]);
    let mut rest = &v[..];
    assert_eq!(rest.split_off_first(), Some(&5));
    assert_eq!(rest.as_array::<5>(), Some(&[2, 3, 4, 1, 8]));
    let mut ends = VecDeque::from([1, 2, 3]);
    assert_eq!(
        (
            ends.pop_front_if(|x| *x == 1),
            ends.pop_back_if(|x| *x == 1)
        ),
        (Some(1), None)
    );
    let mut map = HashMap::from([("a", 1), ("b", 2)]);
    assert_eq!(
        map.extract_if(|_, v| *v > 1).collect::<Vec<_>>(),
        [("b", 2)]
    );
}

fn numbers() {
    assert_eq!(
        format!("{:.3} {:.3}", consts::GOLDEN_RATIO, consts::EULER_GAMMA),
        "1.618 0.577"
    );
    assert_eq!(
        (
            12u32.is_multiple_of(4),
            200u8.cast_signed(),
            5u8.checked_sub_signed(-3)
        ),
        (true, -56, Some(8))
    );
    assert_eq!(
        (255u8.carrying_add(1, true), bool::try_from(1u8).ok()),
        ((1, true), Some(true))
    );
    assert_eq!(Ok::<Result<i32, ()>, ()>(Ok(3)).flatten(), Ok(3));
}

fn main() {
    slices();
    numbers();
    let count = AtomicU32::new(5);
    let limit = LazyLock::new(|| 7);
    assert_eq!(LazyLock::get(&limit), None);
    thread::scope(|s| {
        s.spawn(|| count.update(Ordering::SeqCst, Ordering::SeqCst, |x| x + 1));
        s.spawn(|| {
            count.try_update(Ordering::SeqCst, Ordering::SeqCst, |x| {
                (x < *limit).then_some(x + 1)
            })
        });
    });
    println!(
        "{} {}",
        count.into_inner(),
        std::fmt::from_fn(|f| write!(f, "<{}>", *limit))
    );
    println!("{:?}", Path::new("a.tar.gz").file_prefix());
}
