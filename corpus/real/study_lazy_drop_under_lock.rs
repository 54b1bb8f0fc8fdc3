//@ bug: deadlock
//@ source: bug study: an element dropped under the lock takes the same lock in its destructor

use std::sync::{Arc, Mutex, Weak};

struct Registry {
    open: Mutex<Vec<Handle>>,
    closed: Mutex<u32>,
}

struct Handle {
    id: u32,
    registry: Weak<Registry>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        if let Some(r) = self.registry.upgrade() {
            *r.closed.lock().unwrap() += 1;
            r.open.lock().unwrap().retain(|h| h.id != self.id);
        }
    }
}

fn main() {
    let registry = Arc::new(Registry { open: Mutex::default(), closed: Mutex::default() });
    for id in 0..2 {
        let handle = Handle { id, registry: Arc::downgrade(&registry) };
        registry.open.lock().unwrap().push(handle);
    }
    registry.open.lock().unwrap().pop();
    println!("closed {}", registry.closed.lock().unwrap());
    registry.open.lock().unwrap().truncate(0);
}
