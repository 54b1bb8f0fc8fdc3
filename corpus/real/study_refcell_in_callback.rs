//@ bug: panic
//@ message: "already borrowed"
//@ source: bug study: a listener that unsubscribes itself while the list is being walked

use std::cell::RefCell;
use std::rc::Rc;

type Listener = Box<dyn Fn(&Bus, &str) -> bool>;

#[derive(Default)]
struct Bus {
    listeners: RefCell<Vec<(usize, Listener)>>,
    next: std::cell::Cell<usize>,
}

impl Bus {
    fn subscribe<F>(&self, f: F) -> usize
    where
        F: Fn(&Bus, &str) -> bool + 'static,
    {
        let id = self.next.replace(self.next.get() + 1);
        self.listeners.borrow_mut().push((id, Box::new(f)));
        id
    }

    fn unsubscribe(&self, id: usize) {
        self.listeners.borrow_mut().retain(|(other, _)| *other != id);
    }

    fn publish(&self, what: &str) -> usize {
        self.listeners.borrow().iter().filter(|(_, listener)| listener(self, what)).count()
    }
}

fn main() {
    let bus = Bus::default();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&seen);
    bus.subscribe(move |_, what| {
        log.borrow_mut().push(what.to_uppercase());
        true
    });
    println!("{}", bus.publish("one"));
    bus.subscribe(|bus, what| {
        if what == "quit" {
            bus.unsubscribe(1);
        }
        what.len() > 3
    });
    println!("{} {:?}", bus.publish("three"), seen.borrow());
    bus.publish("quit");
}
