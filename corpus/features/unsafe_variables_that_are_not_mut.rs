//@ no-bug
//@ source: variables that are not `mut` have one value, however often their place gets one: alternatives before a guard, rounds of loops, closures that are called once, late initialization, parts of others

use std::cell::Cell;
#[derive(Clone, Copy, PartialEq, Debug)]
enum E { A(u32), B(u32), C { x: u32, y: [u8; 3] } }
fn pick(e: E, lim: &u32) -> u32 {
    match e {
        E::A(n) | E::B(n) if check(&n, lim) => n,
        E::A(n) | E::B(n) if check(&(n + 1), lim) => { let r = &n; *r + 1 }
        E::C { x, y } if check(&x, lim) && y.iter().any(|b| *b == 1) => x,
        n @ (E::A(_) | E::B(_)) => { let r = &n; format!("{r:?}").len() as u32 }
        other => { let r = &other; if let E::C { x, .. } = r { *x } else { 0 } }
    }
}
fn check(n: &u32, lim: &u32) -> bool { n < lim }
fn twice<F: FnOnce() -> u32>(f: F) -> u32 { f() }
struct Holder<F> { f: F }
impl<F: FnOnce() -> u32> Holder<F> { fn go(self) -> u32 { (self.f)() } }
fn big(s: &str) -> [u64; 40] { let mut a = [0; 40]; a[0] = s.len() as u64; a }
#[derive(Clone, Copy, Debug, Default)]
struct Big { a: [u64; 20], b: Option<[u64; 8]>, c: u8 }
fn deep(n: u32) -> u32 { let k = n * 2; let r = &k; if n == 0 { *r } else { deep(n - 1) + *r } }
fn ptr_of(x: &u32) -> *const u32 { x }
fn main() {
    for lim in 0..5 {
        let l = lim;
        let e = [E::A(1), E::B(3), E::C { x: 2, y: [0, 1, 2] }];
        let s: u32 = e.iter().map(|&e| pick(e, &l)).sum();
        let p = ptr_of(&s);
        assert_eq!(unsafe { *p }, s);
    }
    let mut n = 3;
    assert_eq!(twice(move || { n += 1; let r = &mut n; *r += 1; n }), 5);
    let mut m = 3;
    assert_eq!(Holder { f: move || { m += 1; let r = &mut m; *r += 1; m } }.go(), 5);
    assert_eq!(guard(Plain { a: [2, 3, 4] }) + guard(Plain { a: [1; 3] }) + guard(Plain { a: [0, 1, 9] }), 13);
    let late;
    let lr;
    if l_is(&n) { late = 5; lr = &late } else { late = 6; lr = &late }
    assert_eq!(*lr, 5);
    let b = big("hello");
    let br = &b;
    assert_eq!(br[0], 5);
    let base = Big { c: 3, ..Default::default() };
    let big2 = Big { a: std::array::from_fn(|i| i as u64), ..base };
    let big3 = Big { b: Some([1; 8]), ..big2 };
    let q = &big3 as *const Big;
    unsafe { assert_eq!((*q).a[4] + (*q).b.unwrap()[1] + (*q).c as u64, 8); }
    assert_eq!(deep(4), 20);
    let mut i = 0;
    let v = loop { let x = i * i; let rx = &x; if *rx > 20 { break *rx; } i += 1; if i == 2 { continue; } };
    let rv = &v;
    assert_eq!(*rv, 25);
    let c = Cell::new(4); let rc = &c; rc.set(5);
    let t = (1u8, 2u16); let (ref a, ref bb) = t; assert_eq!(*a as u16 + *bb, 3);
    let arr = [1, 2, 3]; let moved = arr; let ra = &moved; assert_eq!(ra[1], 2);
    let h = std::thread::spawn(move || { let y = moved; let ry = &y; ry[2] });
    assert_eq!(h.join().unwrap(), 3);
    let mu = std::mem::MaybeUninit::new(7u32); let z = &mu; assert_eq!(unsafe { z.assume_init_read() }, 7);
    let r: Result<u32, String> = (|| { let x: u32 = "4".parse::<u32>().map_err(|e| e.to_string())?; let rx = &x; Ok(*rx) })();
    assert_eq!(r.unwrap(), 4);
    'o: for k in 0..3 { let kk = k; let rk = &kk; for j in 0..3 { let jj = j; if &jj == rk { continue 'o; } } }
    let caught = std::panic::catch_unwind(|| { let x = 1u32; let rx = &x; if *rx == 1 { panic!("a") } });
    assert!(caught.is_err());
    let fut = async { let x = 3u32; let rx = &x; std::future::ready(()).await; *rx };
    let mut fut = std::pin::pin!(fut);
    let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(matches!(std::future::Future::poll(fut.as_mut(), &mut cx), std::task::Poll::Ready(3)));
    let it = (0..3).map(|x| x + 1); let s: i32 = it.sum(); let rs = &s; assert_eq!(*rs, 6);
}
struct Plain { a: [u32; 3] }
fn guard(p: Plain) -> u32 { match p { q if q.a[0] > 1 => { let r = &q; r.a[1] } Plain { a } if a.iter().all(|x| *x == 1) => { let r = &a; r[2] } z => { let r = &z; r.a[2] } } }
fn l_is(n: &u32) -> bool { *n == 3 }
