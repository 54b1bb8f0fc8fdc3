//@ no-bug
//@ source: typestate with PhantomData, a sealed trait, a builder and associated constants

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

mod sealed {
    pub trait Sealed {}
}

pub trait Phase: sealed::Sealed {
    const NAME: &'static str;
    const MAY_SEND: bool = false;
}

#[derive(Debug)]
pub enum Closed {}
#[derive(Debug)]
pub enum Open {}
#[derive(Debug)]
pub struct Secured<const BITS: usize>;

impl sealed::Sealed for Closed {}
impl sealed::Sealed for Open {}
impl<const BITS: usize> sealed::Sealed for Secured<BITS> {}
impl Phase for Closed {
    const NAME: &'static str = "closed";
}
impl Phase for Open {
    const NAME: &'static str = "open";
    const MAY_SEND: bool = true;
}
impl<const BITS: usize> Phase for Secured<BITS> {
    const NAME: &'static str = if BITS >= 256 { "strong" } else { "weak" };
    const MAY_SEND: bool = true;
}

static SENT: AtomicUsize = AtomicUsize::new(0);

#[derive(Debug)]
pub struct Connection<P: Phase> {
    peer: String,
    retries: u8,
    _phase: PhantomData<fn() -> P>,
}

#[derive(Default, Clone)]
pub struct ConnectionBuilder {
    peer: Option<String>,
    retries: Option<u8>,
}

impl ConnectionBuilder {
    pub fn peer(mut self, peer: impl Into<String>) -> Self {
        self.peer = Some(peer.into());
        self
    }
    pub fn retries(mut self, n: u8) -> Self {
        self.retries.replace(n);
        self
    }
    pub fn build(self) -> Result<Connection<Closed>, &'static str> {
        Ok(Connection {
            peer: self.peer.filter(|p| !p.is_empty()).ok_or("no peer")?,
            retries: self.retries.unwrap_or(3),
            _phase: PhantomData,
        })
    }
}

impl<P: Phase> Connection<P> {
    fn into_phase<Q: Phase>(self) -> Connection<Q> {
        let Connection { peer, retries, .. } = self;
        Connection { peer, retries, _phase: PhantomData }
    }
    pub fn describe(&self) -> String {
        format!("{}@{}{}", self.peer, P::NAME, if P::MAY_SEND { "+" } else { "-" })
    }
}

impl Connection<Closed> {
    pub fn open(self) -> Connection<Open> {
        self.into_phase()
    }
}
impl Connection<Open> {
    pub fn secure<const BITS: usize>(self) -> Connection<Secured<BITS>> {
        self.into_phase()
    }
}
impl<const B: usize> Connection<Secured<B>> {
    pub fn send<M: AsRef<[u8]> + ?Sized>(&self, message: &M) -> usize {
        let n = message.as_ref().len() * B / 8;
        SENT.fetch_add(n, Ordering::Relaxed);
        n
    }
}

fn main() {
    let builder = ConnectionBuilder::default().retries(5);
    println!("{:?}", builder.clone().build().map(|_| ()));
    let closed = builder.peer("example").build().unwrap();
    println!("{} {}", closed.describe(), closed.retries);
    let open = closed.open();
    println!("{}", open.describe());
    let secure = open.secure::<256>();
    println!("{}", secure.describe());
    thread::scope(|s| {
        s.spawn(|| secure.send("hello"));
        s.spawn(|| secure.send(&[1u8, 2, 3]));
    });
    println!("{}", SENT.load(Ordering::Relaxed));
    println!("{}", ConnectionBuilder::default().peer(String::from("w")).build().unwrap().open().secure::<8>().describe());
}
