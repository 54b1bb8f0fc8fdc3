//@ bug: deadlock
//@ source: bug study: a second lock of the same mutex inside an `if let` that still holds the
//@ source: first (edition 2021)

use std::collections::HashMap;
use std::sync::Mutex;

struct Peer {
    id: u32,
    connected: bool,
}

struct Network {
    peers: Mutex<HashMap<u32, Peer>>,
}

impl Network {
    fn disconnect(&self, id: u32) {
        if let Some(peer) = self.peers.lock().unwrap().get_mut(&id) {
            peer.connected = false;
            self.remove(peer.id);
        }
    }

    fn remove(&self, id: u32) {
        self.peers.lock().unwrap().remove(&id);
    }
}

fn main() {
    let net = Network { peers: Mutex::new(HashMap::new()) };
    net.peers.lock().unwrap().insert(7, Peer { id: 7, connected: true });
    net.disconnect(3);
    net.disconnect(7);
}
