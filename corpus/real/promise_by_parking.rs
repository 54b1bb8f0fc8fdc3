//@ no-bug
//@ source: a promise and its reader that parks, with errors as values

//! A small promise/future pair, from scratch, park-based.
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};

enum State<T, E> {
    Pending(Option<Thread>),
    Done(Result<T, E>),
    Gone,
}

impl<T, E> Default for State<T, E> {
    fn default() -> Self {
        State::Gone
    }
}

struct Shared<T, E>(Mutex<State<T, E>>);

pub struct Promise<T, E> {
    shared: Option<Arc<Shared<T, E>>>,
    _not_sync: PhantomData<Cell<()>>,
}
pub struct Eventual<T, E>(Arc<Shared<T, E>>);

#[derive(Debug, PartialEq)]
pub enum Broken<E> {
    Rejected(E),
    Abandoned,
}

impl<E: fmt::Display> fmt::Display for Broken<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Broken::Rejected(ref e) => write!(f, "rejected: {e}"),
            Self::Abandoned => f.pad("abandoned"),
        }
    }
}
impl<E: fmt::Debug + fmt::Display> std::error::Error for Broken<E> {}

pub fn promise<T, E>() -> (Promise<T, E>, Eventual<T, E>) {
    let s = Arc::new(Shared(Mutex::new(State::Pending(None))));
    (
        Promise {
            shared: Some(s.clone()),
            _not_sync: PhantomData,
        },
        Eventual(s),
    )
}

impl<T, E> Promise<T, E> {
    fn complete(shared: &Shared<T, E>, new: State<T, E>) {
        let old = {
            let mut g = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
            mem::replace(&mut *g, new)
        };
        if let State::Pending(Some(t)) = old {
            t.unpark();
        }
    }
    pub fn resolve(mut self, v: T) {
        let s = self.shared.take().unwrap();
        Self::complete(&s, State::Done(Ok(v)));
    }
    pub fn reject(mut self, e: E) {
        if let Some(s) = self.shared.take() {
            Self::complete(&*s, State::Done(Err(e)))
        }
    }
}
impl<T, E> Drop for Promise<T, E> {
    fn drop(&mut self) {
        let Some(s) = self.shared.take() else { return };
        Self::complete(&s, State::Gone);
    }
}
impl<T, E> Eventual<T, E> {
    pub fn wait(self) -> Result<T, Broken<E>> {
        loop {
            let mut g = self.0 .0.lock().unwrap();
            match mem::take(&mut *g) {
                State::Pending(_) => *g = State::Pending(Some(thread::current())),
                State::Done(r) => break r.map_err(Broken::Rejected),
                State::Gone => break Err(Broken::Abandoned),
            }
            drop(g);
            thread::park();
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (p, e) = promise::<u32, String>();
    let (p2, e2) = promise::<(), &'static str>();
    let (p3, e3) = promise::<Vec<u8>, std::num::ParseIntError>();
    let a = thread::spawn(move || {
        p.resolve(40 + 2);
        p2.reject("no reason");
    });
    let b = thread::spawn(move || {
        let _p3 = p3;
        // dropped without an answer
    });
    println!("{}", e.wait()?);
    let r = e2.wait();
    println!("{:?} / {}", r, r.as_ref().unwrap_err());
    match e3.wait() {
        Err(x @ Broken::Abandoned) => println!("[{:^13}]", x),
        other => unreachable!("{other:?}"),
    }
    a.join().unwrap();
    b.join().unwrap();
    Ok(())
}
