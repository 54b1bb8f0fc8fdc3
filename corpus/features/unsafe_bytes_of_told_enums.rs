//@ no-bug
//@ source: the bytes of enums whose variant a capacity, a tag with padding or nanoseconds say are those that rustc gives them
use std::time::Duration;
fn words<T, const N: usize>(t: T) -> String {
    assert_eq!(size_of::<T>(), N * 8);
    let w = unsafe { *(&raw const t).cast::<[u64; N]>() };
    std::mem::forget(t);
    w.map(|x| {
        if x > 1 << 30 && x < 1 << 48 {
            "p".to_string()
        } else {
            format!("{x:x}")
        }
    })
    .join(" ")
}
#[allow(dead_code)]
#[derive(Clone)]
enum A {
    X(u64),
    Y(i64),
    Z(f64),
}
#[allow(dead_code)]
enum Neg {
    M(u64),
    P(u64),
}
#[allow(dead_code)]
#[repr(i8)]
enum NegT {
    M = -1,
    P = 5,
}
#[allow(dead_code)]
enum B {
    S(String),
    N(u64),
    T(u64, u64),
}
#[allow(dead_code)]
enum C {
    S(Option<A>, u64),
    N(u64),
}
#[allow(dead_code)]
enum D {
    D(Duration),
    E,
}
fn main() {
    std::thread::spawn(|| {}).join().unwrap();
    assert_eq!(words::<_, 2>(Some(7u64)), "1 7");
    assert_eq!(words::<_, 2>(A::Y(-1)), "1 ffffffffffffffff");
    assert_eq!(words::<_, 2>(Some(A::Z(1.0))), "2 3ff0000000000000");
    assert_eq!(words::<_, 2>(Ok::<u64, i64>(4)), "0 4");
    assert_eq!(words::<_, 2>(Err::<u64, i64>(4)), "1 4");
    assert_eq!(words::<_, 3>(B::S(String::from("abc"))), "3 p 3");
    assert_eq!(words::<_, 3>(B::T(4, 5)), "8000000000000001 4 5");
    assert_eq!(words::<_, 3>(C::S(Some(A::X(3)), 9)), "0 3 9");
    assert_eq!(words::<_, 2>(Neg::P(3)), "1 3");
    assert_eq!(
        size_of::<NegT>() + size_of::<Option<NegT>>() + size_of::<Option<Option<D>>>(),
        18
    );
    let d = D::D(Duration::new(4, 999));
    let x = unsafe { (&raw const d).cast::<u32>().add(2).read() };
    let e = unsafe { (&D::E as *const D).cast::<u32>().add(2).read() };
    assert_eq!((x, e), (999, 1000000000));
    assert_eq!(words::<_, 3>(vec![Some(1u8)]), "1 p 1");
    assert_eq!(words::<_, 3>(Some(vec![1u8])), "1 p 1");
    assert_eq!(
        words::<_, 4>(std::collections::VecDeque::from([1u8, 2])),
        "2 p 0 2"
    );
}
