//@ no-bug
//@ source: generic parameters with cfg, as in petgraph
use std::marker::PhantomData;
struct G<N, #[cfg(not(any()))] S = u8, #[cfg(any())] S, T = u16> {
    n: N,
    p: PhantomData<(S, T)>,
}
impl<N, #[cfg(any())] Q, S: Default, T> G<N, S, T> {
    fn make(n: N) -> Self {
        G { n, p: PhantomData }
    }
}
fn take(g: G<u32>) -> u32 {
    g.n
}
fn main() {
    std::thread::spawn(|| ()).join().unwrap();
    assert_eq!(take(G::make(3)), 3);
    assert_eq!(std::mem::size_of::<G<u32, u8, u16>>(), 4);
}
