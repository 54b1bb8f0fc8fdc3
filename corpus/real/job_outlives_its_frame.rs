//@ bug: undefined-behavior
//@ source: a job that borrows from the stack, sent to a pool with its lifetime transmuted away, outlives its frame
use std::mem;
use std::sync::mpsc;
use std::thread;
type Job = Box<dyn FnOnce() + Send + 'static>;
fn submit<'a>(tx: &mpsc::Sender<Job>, f: impl FnOnce() + Send + 'a) {
    let b: Box<dyn FnOnce() + Send + 'a> = Box::new(f);
    let b: Job = unsafe { mem::transmute(b) };
    tx.send(b).unwrap();
}
fn work(tx: &mpsc::Sender<Job>) -> usize {
    let data = vec![1, 2, 3];
    let (done, wait) = mpsc::channel();
    submit(tx, || {
        let _ = done.send(data.len());
        if data[0] == 0 {
            unreachable!()
        }
    });
    wait.recv().unwrap()
}
fn main() {
    let (tx, rx) = mpsc::channel::<Job>();
    let t = thread::spawn(move || {
        for j in rx {
            j()
        }
    });
    assert_eq!(work(&tx), 3);
    drop(tx);
    t.join().unwrap();
}
