//@ no-bug
//@ source: new; calling conventions of function pointers, which traits, names and `TypeId` tell apart
use std::any::{type_name, TypeId};
use std::collections::HashMap;
trait Named {
    fn kind(&self) -> &'static str;
}
macro_rules! imp { ($($n:literal => $t:ty),*) => { $(impl<A, R> Named for $t { fn kind(&self) -> &'static str { $n } })* } }
imp!("rust" => fn(A) -> R, "c" => extern "C" fn(A) -> R, "sys" => extern "system" fn(A) -> R);
extern "C" fn c(x: i32) -> i32 {
    x + 1
}
extern "system" fn s(x: i32) -> i32 {
    x + 2
}
extern "C" fn plain(x: i32) -> i32 {
    x + 3
}
extern "Rust" fn rusty(x: i32) -> i32 {
    x + 5
}
fn r(x: i32) -> i32 {
    x + 4
}
fn apply<F: Fn(i32) -> i32>(f: F) -> i32 {
    f(0)
}
struct Table {
    get: Option<unsafe extern "C" fn(*const u8, usize) -> usize>,
    put: extern "C" fn(i32) -> i32,
}
unsafe extern "C" fn len(_: *const u8, n: usize) -> usize {
    n
}
trait HasC {
    extern "C" fn go(x: i32) -> i32;
}
struct Z;
impl HasC for Z {
    extern "C" fn go(x: i32) -> i32 {
        x * 2
    }
}
fn generic<T: HasC>() -> extern "C" fn(i32) -> i32 {
    T::go
}
type Cb = extern "C" fn(i32) -> i32;
fn pick(b: bool) -> Cb {
    if b {
        c
    } else {
        plain
    }
}
fn main() {
    assert_eq!((r as fn(i32) -> i32).kind(), "rust");
    assert_eq!((c as Cb).kind(), "c");
    assert_eq!((s as extern "system" fn(i32) -> i32).kind(), "sys");
    assert_eq!((rusty as fn(i32) -> i32)(1), 6);
    assert_eq!(
        apply(|x| c(x)) + apply(|x| s(x)) + apply(|x| plain(x)) + apply(r),
        10
    );
    let t = Table {
        get: Some(len),
        put: c,
    };
    assert_eq!(unsafe { t.get.unwrap()(b"abc".as_ptr(), 3) }, 3);
    assert_eq!((t.put)(4), 5);
    assert_eq!(generic::<Z>()(4), 8);
    assert_eq!(pick(true)(0) + pick(false)(0), 4);
    let m: HashMap<&str, Cb> = HashMap::from([("c", c as Cb), ("p", plain)]);
    assert_eq!(m["p"](0), 3);
    let arr = [c, plain];
    assert_eq!(arr.iter().map(|f| f(1)).sum::<i32>(), 6);
    assert_ne!(TypeId::of::<fn(i32) -> i32>(), TypeId::of::<Cb>());
    assert_eq!(type_name::<Cb>(), "extern \"C\" fn(i32) -> i32");
    let v: Vec<Box<dyn Fn(i32) -> i32 + Send>> =
        vec![Box::new(|x| c(x)), Box::new(|x| pick(false)(x))];
    assert_eq!(v.iter().map(|f| f(0)).sum::<i32>(), 4);
    let h = std::thread::spawn(move || pick(true)(9));
    assert_eq!(h.join().unwrap(), 10);
    let o: Option<Cb> = None;
    assert!(o.is_none());
    assert_eq!(size_of::<Option<Cb>>(), 8);
    let cast = c as *const ();
    let back: Cb = unsafe { std::mem::transmute(cast) };
    assert_eq!(back(1), 2);
    let f = match 3 {
        1 => c,
        2 => plain,
        _ => c,
    };
    assert_eq!(f(0), 1);
    assert_eq!([1, 2].into_iter().map(|x| c(x)).collect::<Vec<_>>(), [2, 3]);
}
