//@ bug: deadlock
//@ source: the callback runs under the bus's lock and subscribes again

use std::sync::{Arc, Mutex};

struct Bus {
    handlers: Mutex<Vec<Box<dyn Fn(&Bus, u32) + Send>>>,
}

impl Bus {
    fn on(&self, f: impl Fn(&Bus, u32) + Send + 'static) {
        self.handlers.lock().unwrap().push(Box::new(f));
    }

    fn emit(&self, n: u32) {
        for h in self.handlers.lock().unwrap().iter() {
            h(self, n);
        }
    }
}

fn main() {
    let bus = Arc::new(Bus { handlers: Mutex::new(vec![]) });
    bus.on(|_, n| println!("got {n}"));
    bus.on(|bus, n| {
        if n > 1 {
            bus.on(|_, _| ());
        }
    });
    bus.emit(1);
    bus.emit(2);
}
