//@ no-bug
//@ source: references that live for ever, to values of types that need dropping or have cells

use std::cell::Cell;
use std::sync::Mutex;
struct D(u8);
impl Drop for D {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}
enum J {
    Null,
    #[allow(dead_code)]
    S(String),
    #[allow(dead_code)]
    A(Vec<J>),
}
const E: String = String::new();
const V: Vec<D> = Vec::new();
const DD: D = D(7);
fn c() -> &'static Option<String> {
    &None
}
fn f() -> &'static (Option<D>, [Option<String>; 2]) {
    &(None, [None, None])
}
fn g() -> &'static J {
    const N: J = J::Null;
    &N
}
fn h() -> &'static J {
    &J::Null
}
fn i() -> &'static Option<Cell<i32>> {
    &None
}
const NC: Option<Cell<u8>> = None;
fn j() -> &'static Option<Cell<u8>> {
    &NC
}
struct G<T>(T);
impl<T> G<T> {
    const NONE: Option<T> = None;
    fn k() -> &'static Option<T>
    where
        T: 'static,
    {
        &Self::NONE
    }
    fn l() -> &'static [T] {
        &[]
    }
}
const NM: Option<Mutex<String>> = None;
fn m() -> &'static Option<Mutex<String>> {
    &NM
}
fn n(o: Option<&Option<String>>) -> &Option<String> {
    o.unwrap_or(&None)
}
fn main() {
    println!("{:?}", c());
    println!(
        "{} {} {}",
        f().0.is_none(),
        matches!(g(), J::Null),
        matches!(h(), J::Null)
    );
    println!(
        "{:?} {:?} {:?} {}",
        i(),
        j(),
        G::<D>::k().is_none(),
        G::<D>::l().len()
    );
    println!("{} {:?}", m().is_none(), n(None));
    let x = &DD;
    let y = &D(9);
    println!("{} {}", x.0, y.0);
}
