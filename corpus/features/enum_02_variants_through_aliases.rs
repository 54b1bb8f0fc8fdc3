//@ no-bug
//@ source: variants named through a type alias, which fixes what it says and leaves the rest open

fn f() -> std::fmt::Result {
    std::fmt::Result::Ok(())
}
fn g() -> Result<(), impl std::fmt::Debug> {
    f()?;
    std::fmt::Result::Ok(())
}
type R<T> = Result<T, String>;
enum Shape<T> {
    Dot,
    Line { from: T, to: T },
    Pair(T, T),
}
type Flat = Shape<u8>;
fn h() -> Result<u8, impl std::fmt::Debug> {
    R::Ok(3)
}
fn k(s: Flat) -> u8 {
    match s {
        Flat::Dot => 0,
        Flat::Line { from, to } => to - from,
        Flat::Pair(a, _) => a,
    }
}
fn main() {
    let x = R::Ok(1);
    let y = R::<u8>::Ok(1);
    assert_eq!(x.map_err(|e| e.len()), Ok(1));
    g().unwrap();
    h().unwrap();
    assert!(matches!(y, R::Ok(1)));
    assert_eq!(
        k(Flat::Dot) + k(Flat::Line { from: 1, to: 4 }) + k(Flat::Pair(3, 200)),
        6
    );
    let line = Flat::Line { from: 250, to: 255 };
    let v: Vec<Flat> = [1, 2].map(|x| Flat::Pair(x, 0)).into();
    assert_eq!(v.len() as u8 + k(line), 7);
}
