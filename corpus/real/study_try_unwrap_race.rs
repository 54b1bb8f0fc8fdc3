//@ bug: panic
//@ message: "still shared"
//@ source: bug study: Arc::try_unwrap right after the channel says that the worker is done, while the worker still holds its clone

use std::sync::{Arc, Mutex, mpsc};
use std::thread;

fn main() {
    let results = Arc::new(Mutex::new(Vec::new()));
    let (done, finished) = mpsc::sync_channel::<()>(1);
    let worker = {
        let results = Arc::clone(&results);
        thread::spawn(move || {
            results.lock().unwrap().push(1);
            done.send(()).unwrap();
        })
    };
    finished.recv().unwrap();
    let mutex = Arc::try_unwrap(results).map_err(|_| "still shared").unwrap();
    println!("{:?}", mutex.into_inner().unwrap());
    worker.join().unwrap();
}
