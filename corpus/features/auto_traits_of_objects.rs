//! A trait object with other auto traits is another type: it has impls, associated types and an identity of its
//! own, and becomes the one with fewer of them.
//@ no-bug

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::thread;

trait Job {
    fn run(&self) -> u32;
}

struct Fixed(u32);

impl Job for Fixed {
    fn run(&self) -> u32 {
        self.0
    }
}

impl dyn Job {
    fn place(&self) -> &'static str {
        "here"
    }
}

impl dyn Job + Send {
    fn place(&self) -> &'static str {
        "elsewhere"
    }
}

trait Route {
    type Ticket: Default + PartialEq + fmt::Debug;
    const BYTES: usize = size_of::<Self::Ticket>();
    fn ticket(&self) -> Self::Ticket {
        Self::Ticket::default()
    }
}

impl Route for Box<dyn Job> {
    type Ticket = u8;
}

impl Route for Box<dyn Job + Send> {
    type Ticket = u64;
}

impl Route for Box<dyn Job + Sync + Send> {
    type Ticket = [u16; 3];
}

fn bytes<R: Route>(_: &R) -> usize {
    R::BYTES
}

#[derive(Debug)]
struct Refused(&'static str);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused: {}", self.0)
    }
}

impl Error for Refused {}

fn refuse(text: &'static str) -> Result<u32, Box<dyn Error + Send + Sync>> {
    Err(Refused(text))?
}

fn refuse_here(text: &'static str) -> Result<u32, Box<dyn Error>> {
    match text {
        "" => Err("nothing".into()),
        _ => refuse(text).map_err(|error| error as Box<dyn Error>),
    }
}

fn main() {
    let here: Box<dyn Job> = Box::new(Fixed(1));
    let sent: Box<dyn Job + Send> = Box::new(Fixed(2));
    let shared: Box<dyn Job + Send + Sync> = Box::new(Fixed(3));
    assert_eq!((here.place(), sent.place()), ("here", "elsewhere"));
    assert_eq!((bytes(&here), bytes(&sent), bytes(&shared)), (1, 8, 6));
    assert_eq!(shared.ticket(), [0, 0, 0]);

    assert_ne!(TypeId::of::<dyn Job>(), TypeId::of::<dyn Job + Send>());
    assert_eq!(TypeId::of::<dyn Job + Sync + Send>(), TypeId::of::<dyn Job + Send + Sync>());
    let any: Box<dyn Any + Send> = Box::new(sent);
    assert!(!any.is::<Box<dyn Job>>());
    let sent = any.downcast::<Box<dyn Job + Send>>().unwrap();

    let fewer: Box<dyn Job + Send> = shared;
    let none: Box<dyn Job> = *sent;
    let jobs: Vec<Box<dyn Job>> = vec![here, none, fewer];
    assert_eq!(jobs.iter().map(|job| job.run()).sum::<u32>(), 6);
    assert_eq!(jobs[2].place(), "here");

    let counted: Rc<RefCell<dyn Fn(u32) -> u32 + Send>> = Rc::new(RefCell::new(|n| n + 1));
    let counted: Rc<RefCell<dyn Fn(u32) -> u32>> = counted;
    assert_eq!((counted.borrow())(4), 5);

    let queue: Arc<Mutex<Vec<Box<dyn FnOnce() -> u32 + Send>>>> = Arc::default();
    for n in 0..2 {
        queue.lock().unwrap().push(Box::new(move || n * 10));
    }
    let taken = Arc::clone(&queue);
    let worker = thread::spawn(move || {
        let job: Option<Box<dyn FnOnce() -> u32>> = taken.lock().unwrap().pop().map(|job| job as _);
        job.map_or(0, |job| job())
    });
    let own = queue.lock().unwrap().pop().map_or(0, |job| job());
    assert_eq!(own + worker.join().unwrap(), 10);

    let refused = thread::spawn(|| refuse("a job")).join().unwrap().unwrap_err();
    assert_eq!(refused.to_string(), "refused: a job");
    assert_eq!(refused.downcast_ref::<Refused>().unwrap().0, "a job");
    assert!(refused.downcast::<fmt::Error>().is_err());
    assert_eq!(refuse_here("").unwrap_err().to_string(), "nothing");
    let local: Box<dyn Error> = refuse_here("it").unwrap_err();
    assert!(local.source().is_none() && local.to_string() == "refused: it");
}
