//@ bug: deadlock
//@ source: bug study: a worker asks back over a rendezvous channel while its client still waits to hand over the next request

use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

enum Request {
    Compute { n: u64, reply: SyncSender<u64> },
    Stop,
}

fn serve(requests: Receiver<Request>) -> u32 {
    let mut served = 0;
    for request in requests {
        match request {
            Request::Compute { n, reply } => {
                reply.send((1..=n).product()).unwrap();
                served += 1;
            }
            Request::Stop => break,
        }
    }
    served
}

fn main() {
    let (tx, rx) = mpsc::sync_channel(0);
    let server = thread::spawn(move || serve(rx));
    let (reply, answers) = mpsc::sync_channel(0);
    for n in 1..=2 {
        tx.send(Request::Compute { n, reply: reply.clone() }).unwrap();
    }
    let total: u64 = answers.iter().take(2).sum();
    tx.send(Request::Stop).unwrap();
    println!("{total} {}", server.join().unwrap());
}
