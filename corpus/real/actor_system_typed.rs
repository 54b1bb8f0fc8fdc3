//@ no-bug
//@ source: actors with typed messages and replies, boxed envelopes, generic handlers

use std::any::Any;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
trait Message: Send + 'static {
    type Reply: Send + 'static;
}
trait Actor: Send + Sized + 'static {
    fn started(&mut self, _ctx: &Ctx<Self>) {}
    fn stopped(self) -> Option<Box<dyn Any + Send>> {
        None
    }
}
trait Handler<M: Message>: Actor {
    fn handle(&mut self, msg: M, ctx: &Ctx<Self>) -> M::Reply;
}
type Envelope<A> = Box<dyn FnOnce(&mut A, &Ctx<A>) + Send>;
struct Addr<A: Actor>(Sender<Option<Envelope<A>>>);
impl<A: Actor> Clone for Addr<A> {
    fn clone(&self) -> Self {
        Addr(self.0.clone())
    }
}
struct Ctx<A: Actor> {
    me: Addr<A>,
    _a: PhantomData<fn(A)>,
}
impl<A: Actor> Addr<A> {
    fn send<M: Message>(&self, m: M)
    where
        A: Handler<M>,
    {
        let _ = self.0.send(Some(Box::new(move |a, c| {
            a.handle(m, c);
        })));
    }
    fn ask<M: Message>(&self, m: M) -> M::Reply
    where
        A: Handler<M>,
    {
        let (tx, rx) = channel();
        self.0
            .send(Some(Box::new(move |a, c| {
                let _ = tx.send(a.handle(m, c));
            })))
            .ok()
            .expect("alive");
        rx.recv().expect("a reply")
    }
    fn stop(&self) {
        let _ = self.0.send(None);
    }
}
fn start<A: Actor>(mut a: A) -> (Addr<A>, JoinHandle<Option<Box<dyn Any + Send>>>) {
    let (tx, rx): (Sender<Option<Envelope<A>>>, Receiver<_>) = channel();
    let addr = Addr(tx);
    let ctx = Ctx {
        me: addr.clone(),
        _a: PhantomData,
    };
    (
        addr,
        thread::spawn(move || {
            a.started(&ctx);
            while let Ok(Some(env)) = rx.recv() {
                env(&mut a, &ctx)
            }
            a.stopped()
        }),
    )
}
struct Put(&'static str, i32);
impl Message for Put {
    type Reply = Option<i32>;
}
struct Sum;
impl Message for Sum {
    type Reply = i64;
}
struct Tick;
impl Message for Tick {
    type Reply = ();
}
#[derive(Default)]
struct Store {
    map: HashMap<&'static str, i32>,
    ticks: Arc<Mutex<u8>>,
}
impl Actor for Store {
    fn started(&mut self, ctx: &Ctx<Self>) {
        ctx.me.send(Tick);
    }
    fn stopped(self) -> Option<Box<dyn Any + Send>> {
        Some(Box::new(self.map.len()))
    }
}
impl Handler<Put> for Store {
    fn handle(&mut self, Put(k, v): Put, _: &Ctx<Self>) -> Option<i32> {
        self.map.insert(k, v)
    }
}
impl Handler<Sum> for Store {
    fn handle(&mut self, _: Sum, _: &Ctx<Self>) -> i64 {
        self.map.values().copied().map(i64::from).sum()
    }
}
impl Handler<Tick> for Store {
    fn handle(&mut self, _: Tick, _: &Ctx<Self>) {
        *self.ticks.lock().unwrap() += 1;
    }
}
fn main() {
    let ticks = Arc::new(Mutex::new(0));
    let (addr, h) = start(Store {
        ticks: ticks.clone(),
        ..Default::default()
    });
    addr.send(Put("a", 1));
    let other = addr.clone();
    let t = thread::spawn(move || other.ask(Put("b", 5)));
    assert_eq!(t.join().unwrap(), None);
    println!("{:?} {}", addr.ask(Put("a", 2)), addr.ask(Sum));
    addr.stop();
    let left = h.join().unwrap().unwrap().downcast::<usize>().unwrap();
    println!("{left} {}", ticks.lock().unwrap());
}
