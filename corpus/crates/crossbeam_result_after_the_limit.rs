//@ bug: deadlock
//@ source: after Kubernetes #5316 (GoKer): the result comes when the one who asked for it waits no more

use crossbeam_channel as channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

fn finish(limit: Duration, work: fn() -> u32) -> (Option<u32>, JoinHandle<()>) {
    // Room for one message would do.
    let (sender, results) = channel::bounded(0);
    let open = results.clone();
    let worker = thread::spawn(move || {
        sender.send(work()).unwrap();
        drop(open);
    });
    let result = channel::select! {
        recv(results) -> result => result.ok(),
        recv(channel::after(limit)) -> _ => None,
    };
    (result, worker)
}

fn main() {
    let (result, worker) = finish(Duration::from_millis(5), || 3);
    worker.join().unwrap();
    assert!(matches!(result, None | Some(3)));
}
