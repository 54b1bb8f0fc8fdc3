//! A closure that hands a shared reference on captures what that refers to, and may outlive the variable.
//@ no-bug
//@ edition: 2024

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
struct M<T: ?Sized> {
    n: u32,
    t: T,
}
struct G<'a, T: ?Sized> {
    m: &'a M<T>,
}
struct H<'a, T: ?Sized>(&'a M<T>);
trait N {
    fn n(&self) -> u32;
}
impl<T: ?Sized> N for M<T> {
    fn n(&self) -> u32 {
        self.n
    }
}
fn id<T: ?Sized>(m: &M<T>) -> u32 {
    m.n
}
impl<T> M<T>
where
    T: ?Sized,
{
    fn get(&self) -> u32 {
        self.n
    }
    fn lock4(&self) -> impl Fn() -> u32 {
        || self.get() + id(self) + self.n()
    }

    fn lock(&self) -> impl Future<Output = G<'_, T>> {
        poll_fn(|_cx| {
            let k = self.n;
            if k == 4 {
                Poll::Ready(G { m: self })
            } else {
                Poll::Pending
            }
        })
    }
    fn lock2<'a>(&'a self) -> impl Fn(u32) -> Option<H<'a, T>> {
        |by| if by > 3 { Some(H(self)) } else { None }
    }
    fn lock3<'a>(&'a self) -> impl Fn(u32) -> Result<G<'a, T>, ()> {
        |by| if by > 3 { Ok(G { m: self }) } else { Err(()) }
    }
}
impl M<u32> {
    fn lock5(&self) -> impl Fn() -> u32 {
        || {
            let n: &dyn N = self;
            n.n()
        }
    }
    fn iter(&self) -> impl Iterator<Item = G<'_, u32>> {
        (0..2).map(|_| G { m: self })
    }
}
fn main() {
    let m = M { n: 4, t: 7 };
    assert_eq!(m.t, 7);
    let f = m.lock();
    let mut f = pin!(f);
    let Poll::Ready(g) = f.as_mut().poll(&mut Context::from_waker(Waker::noop())) else {
        panic!()
    };
    assert_eq!(g.m.n, 4);
    assert_eq!(m.lock2()(4).unwrap().0.n, 4);
    assert_eq!(m.lock4()(), 12);
    assert_eq!(m.lock5()(), 4);
    assert_eq!(m.iter().map(|g| g.m.n).sum::<u32>(), 8);
    assert_eq!(m.lock3()(4).unwrap().m.n, 4);
}
