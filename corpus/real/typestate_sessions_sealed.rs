//@ no-bug
//@ source: sealed type states, a builder by value, generic log closures

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{
    atomic::{AtomicU64, Ordering},
    Arc, RwLock,
};
use std::time::Duration;

pub mod state {
    pub enum Idle {}
    pub enum Running {}
    pub struct Finished(pub(crate) ());
}
use state::*;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Idle {}
    impl Sealed for super::Running {}
    impl Sealed for super::Finished {}
}
pub trait State: sealed::Sealed {
    const NAME: &'static str;
}
impl State for Idle {
    const NAME: &'static str = "idle";
}
impl State for Running {
    const NAME: &'static str = "running";
}
impl State for Finished {
    const NAME: &'static str = "finished";
}

pub struct Session<S: State, L = fn(&str)> {
    id: u64,
    log: L,
    shared: Arc<RwLock<BTreeSet<(u64, &'static str)>>>,
    _s: PhantomData<fn() -> S>,
}

impl<S: State, L> fmt::Debug for Session<S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("id", &self.id)
            .field("state", &S::NAME)
            .finish_non_exhaustive()
    }
}

#[derive(Default)]
pub struct Builder {
    timeout: Option<Duration>,
    retries: u8,
    tags: Vec<String>,
}
impl Builder {
    pub fn timeout(mut self, d: Duration) -> Self {
        self.timeout.replace(d);
        self
    }
    pub fn tag<S>(mut self, s: S) -> Self
    where
        S: AsRef<str>,
    {
        self.tags.push(s.as_ref().trim().to_owned());
        self
    }
    pub fn retries(self, retries: u8) -> Self {
        Self { retries, ..self }
    }
    pub fn build<L: Fn(&str)>(
        &self,
        log: L,
        shared: &Arc<RwLock<BTreeSet<(u64, &'static str)>>>,
    ) -> Result<Session<Idle, L>, BuildError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let timeout = self.timeout.ok_or(BuildError::NoTimeout)?;
        if timeout.as_millis() > 5_000 {
            return Err(BuildError::TooLong(timeout));
        }
        Ok(Session {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            log,
            shared: shared.clone(),
            _s: PhantomData,
        })
    }
}
#[derive(Debug, PartialEq)]
pub enum BuildError {
    NoTimeout,
    TooLong(Duration),
}

impl<S: State, L: Fn(&str)> Session<S, L> {
    fn go<T: State>(self) -> Session<T, L> {
        (self.log)(T::NAME);
        self.shared.write().unwrap().insert((self.id, T::NAME));
        let Session {
            id, log, shared, ..
        } = self;
        Session {
            id,
            log,
            shared,
            _s: PhantomData,
        }
    }
}
impl<L: Fn(&str)> Session<Idle, L> {
    fn start(self) -> Session<Running, L> {
        self.go()
    }
}
impl<L: Fn(&str)> Session<Running, L> {
    fn stop(self) -> Session<Finished, L> {
        self.go::<Finished>()
    }
}

fn main() {
    let shared = Arc::default();
    assert_eq!(
        Builder::default().build(|_: &str| (), &shared).err(),
        Some(BuildError::NoTimeout)
    );
    let long = Builder::default()
        .timeout(Duration::from_secs(6))
        .build(|_: &str| {}, &shared);
    assert!(matches!(long, Err(BuildError::TooLong(d)) if d.as_secs() == 6));
    let b = Arc::new(
        Builder::default()
            .timeout(Duration::from_millis(1_500))
            .tag(" a ")
            .tag(String::from("b"))
            .retries(2),
    );
    assert_eq!((b.tags.join("+"), b.retries), ("a+b".into(), 2));
    let hs: [_; 2] = std::array::from_fn(|i| {
        let (b, shared) = (b.clone(), Arc::clone(&shared));
        std::thread::spawn(move || {
            let count = std::cell::Cell::new(0);
            let s = b
                .build(|s: &str| count.set(count.get() + s.len()), &shared)
                .unwrap();
            let s = s.start().stop();
            let text = format!("{s:?}");
            let id = s.id;
            drop(s);
            (i, id, count.get(), text)
        })
    });
    for h in hs {
        let (_, id, n, text) = h.join().unwrap();
        assert_eq!(n, "runningfinished".len());
        assert_eq!(
            text,
            format!("Session {{ id: {id}, state: \"finished\", .. }}")
        );
    }
    let log = shared.read().unwrap();
    assert_eq!(log.range((1, "")..(2, "")).count(), 2);
    assert_eq!(log.len(), 4);
    println!("{:?}", log.first());
}
