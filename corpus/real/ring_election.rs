//@ no-bug
//@ source: Chang and Roberts 1979, over channels

use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread;
// Chang-Roberts leader election on a unidirectional ring
#[derive(Debug, Clone, Copy)]
enum M {
    Elect(u32),
    Leader(u32),
}
struct P {
    id: u32,
    rx: Receiver<M>,
    tx: Sender<M>,
}
impl P {
    fn run(self) -> u32 {
        self.tx.send(M::Elect(self.id)).unwrap();
        loop {
            match self.rx.recv().unwrap() {
                M::Elect(i) if i > self.id => self.tx.send(M::Elect(i)).unwrap(),
                M::Elect(i) if i == self.id => {
                    self.tx.send(M::Leader(i)).unwrap();
                }
                M::Elect(_) => {}
                M::Leader(i) if i == self.id => return i,
                M::Leader(i) => {
                    self.tx.send(M::Leader(i)).unwrap();
                    return i;
                }
            }
        }
    }
}
fn main() {
    let ids = [3, 1, 2];
    let (txs, rxs): (Vec<_>, Vec<_>) = ids.iter().map(|_| channel()).unzip();
    let hs: Vec<_> = ids
        .into_iter()
        .zip(rxs)
        .enumerate()
        .map(|(i, (id, rx))| {
            let tx = txs[(i + 1) % 3].clone();
            thread::spawn(move || P { id, rx, tx }.run())
        })
        .collect();
    drop(txs);
    let l: Vec<u32> = hs.into_iter().map(|h| h.join().unwrap()).collect();
    assert_eq!(l, [3, 3, 3]);
}
