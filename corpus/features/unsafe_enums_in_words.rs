//@ no-bug
//@ source: an arena of words holds enums of all sorts, each written and read as a whole, and their parts
use std::time::Duration;
#[allow(dead_code)]
enum E0 {
    A,
    B(u8, String),
}
#[allow(dead_code)]
enum E1 {
    A,
    B(Option<f64>, u8),
}
#[allow(dead_code)]
enum E2 {
    A,
    B(Option<f64>, String),
}
#[allow(dead_code)]
enum E3 {
    A,
    B(u8, String),
    C([u16; 3], bool),
}
#[allow(dead_code)]
enum E4 {
    A,
    B(u8, Option<f64>),
    C([u16; 3], bool),
}
#[allow(dead_code)]
enum E5 {
    A,
    B(u8, String),
    C(u16, u8),
}
#[allow(dead_code)]
enum E6 {
    A,
    B(String, u64),
    C([u16; 3], bool),
    D(u64),
}
#[allow(dead_code)]
enum E7 {
    A,
    B(bool, u64),
    C([u16; 3], bool),
}
#[allow(dead_code)]
enum E8 {
    A,
    B(u8, Option<u16>),
    C([u16; 3], bool),
}
#[allow(dead_code)]
enum E9 {
    A,
    B(u8, Option<u64>),
    C(u8, bool),
}
#[allow(dead_code)]
enum E10 {
    B(Option<u64>),
    C(u8),
}
enum M {
    Quit,
    Move { x: i32, y: i32 },
    Write(String),
    Nested(Option<Box<M>>),
}
fn put<T>(value: T) -> T {
    let mut words = vec![0u64; 16];
    let place = words.as_mut_ptr().cast::<T>();
    unsafe {
        place.write(value);
        place.cast::<u8>().cast::<T>().read()
    }
}
fn main() {
    std::thread::spawn(|| {}).join().unwrap();
    put(E0::B(1, "x".into()));
    put(E1::B(Some(2.0), 1));
    put(E2::B(None, "x".into()));
    put(E3::B(1, "x".into()));
    put(E4::C([1; 3], true));
    put(E5::C(1, 2));
    put(E6::C([1; 3], true));
    put(E7::C([1; 3], true));
    put(Some(4.0));
    put(Duration::from_secs(1));
    put(Some(Duration::from_secs(1)));
    put(E4::A);
    put(E4::B(1, None));
    put(E4::B(1, Some(1.0)));
    put(E8::C([1; 3], true));
    put(E8::B(1, None));
    put(E9::B(1, None));
    put(E9::C(4, true));
    put(E10::C(4));
    put(E10::B(None));
    assert!(matches!(put(M::Quit), M::Quit));
    assert!(matches!(
        put(M::Move { x: 3, y: -4 }),
        M::Move { x: 3, y: -4 }
    ));
    assert!(matches!(put(M::Write("m".into())), M::Write(s) if s == "m"));
    assert!(
        matches!(put(M::Nested(Some(Box::new(M::Quit)))), M::Nested(Some(m)) if matches!(*m, M::Quit))
    );
    assert_eq!(
        put(Some(Duration::from_millis(5))),
        Some(Duration::from_millis(5))
    );
    assert_eq!(put(None::<String>), None);
    assert_eq!(put(Ok::<String, u32>("x".into())), Ok("x".into()));
    assert_eq!(put(Err::<String, u32>(4)), Err(4));
}
