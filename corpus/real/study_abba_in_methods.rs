//@ bug: deadlock
//@ source: bug study: two structs that call each other while they hold their own locks

use std::sync::{Arc, Mutex, Weak};
use std::thread;

struct Server {
    clients: Mutex<Vec<Arc<Client>>>,
    log: Mutex<Vec<String>>,
}

struct Client {
    server: Weak<Server>,
    state: Mutex<State>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Idle,
    Busy(u8),
    Gone,
}

impl Server {
    fn broadcast(&self, n: u8) {
        for client in self.clients.lock().unwrap().iter() {
            let mut state = client.state.lock().unwrap();
            if *state != State::Gone {
                *state = State::Busy(n);
            }
        }
    }

    fn forget(&self, client: &Client) {
        let mut clients = self.clients.lock().unwrap();
        clients.retain(|c| !std::ptr::eq(Arc::as_ptr(c), client));
        self.log.lock().unwrap().push(format!("{} left", clients.len()));
    }
}

impl Client {
    fn disconnect(&self) {
        let mut state = self.state.lock().unwrap();
        *state = State::Gone;
        if let Some(server) = self.server.upgrade() {
            server.forget(self);
        }
    }
}

fn main() {
    let server = Arc::new(Server { clients: Mutex::default(), log: Mutex::default() });
    let client = Arc::new(Client { server: Arc::downgrade(&server), state: Mutex::new(State::Idle) });
    server.clients.lock().unwrap().push(client.clone());
    let t = thread::spawn(move || client.disconnect());
    server.broadcast(1);
    t.join().unwrap();
}
