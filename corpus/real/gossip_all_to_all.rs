//@ no-bug
//@ source: three nodes tell each other what they know, over a mesh of channels

use std::collections::BTreeSet;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread;

const NODES: usize = 3;

struct Node {
    id: usize,
    peers: Vec<Sender<usize>>,
    inbox: Receiver<usize>,
}

impl Node {
    fn run(self) -> BTreeSet<usize> {
        for peer in &self.peers {
            peer.send(self.id).unwrap();
        }
        drop(self.peers);
        let mut known: BTreeSet<usize> = self.inbox.into_iter().collect();
        known.insert(self.id);
        known
    }
}

fn main() {
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..NODES).map(|_| channel()).unzip();
    let nodes: Vec<Node> = receivers
        .into_iter()
        .enumerate()
        .map(|(id, inbox)| {
            let peers = senders.iter().enumerate().filter(|(p, _)| *p != id).map(|(_, s)| s.clone()).collect();
            Node { id, peers, inbox }
        })
        .collect();
    drop(senders);
    let handles: Vec<_> = nodes.into_iter().map(|n| thread::spawn(move || n.run())).collect();
    for h in handles {
        println!("{:?}", h.join().unwrap());
    }
}
