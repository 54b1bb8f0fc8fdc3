//@ bug: deadlock
//@ source: an event bus by TypeId: a handler unsubscribes while the subscribers are locked

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

type Handler = Arc<dyn Fn(&dyn Any, &Bus) + Send + Sync>;

#[derive(Default)]
struct Bus {
    subscribers: Mutex<HashMap<TypeId, Vec<(u64, Handler)>>>,
    next: Mutex<u64>,
}

trait Event: Any {
    const NAME: &'static str;
}

#[derive(Debug)]
struct Saved { path: String }
#[derive(Debug)]
struct Quit;

impl Event for Saved { const NAME: &'static str = "saved"; }
impl Event for Quit { const NAME: &'static str = "quit"; }

impl Bus {
    fn table(&self) -> MutexGuard<'_, HashMap<TypeId, Vec<(u64, Handler)>>> {
        self.subscribers.lock().unwrap()
    }

    fn subscribe<E: Event>(&self, f: impl Fn(&E, &Bus, u64) + Send + Sync + 'static) -> u64 {
        let id = {
            let mut n = self.next.lock().unwrap();
            *n += 1;
            *n
        };
        let h: Handler = Arc::new(move |any, bus| {
            if let Some(e) = any.downcast_ref::<E>() {
                f(e, bus, id);
            }
        });
        self.table().entry(TypeId::of::<E>()).or_default().push((id, h));
        id
    }

    fn unsubscribe(&self, id: u64) {
        for v in self.table().values_mut() {
            v.retain(|(i, _)| *i != id);
        }
    }

    fn publish<E: Event + std::fmt::Debug>(&self, e: E) {
        println!("{}: {e:?}", E::NAME);
        if let Some(list) = self.table().get(&TypeId::of::<E>()) {
            for (_, h) in list {
                h(&e, self);
            }
        }
    }
}

fn main() {
    let bus = Arc::new(Bus::default());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let s = seen.clone();
    bus.subscribe(move |e: &Saved, _, _| s.lock().unwrap().push(e.path.clone()));
    bus.subscribe(|_: &Quit, bus, id| bus.unsubscribe(id)); // only once
    let editors: Vec<_> = ["a.txt", "b.txt"]
        .map(|p| {
            let bus = bus.clone();
            thread::spawn(move || bus.publish(Saved { path: p.into() }))
        })
        .into();
    for e in editors {
        e.join().unwrap();
    }
    assert_eq!(seen.lock().unwrap().len(), 2);
    bus.publish(Quit);
}
