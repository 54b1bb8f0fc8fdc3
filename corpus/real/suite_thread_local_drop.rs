//@ no-bug
//@ source: test-suite style: a thread's locals are dropped before its join returns

use std::cell::RefCell;
use std::sync::mpsc::{channel, Sender};
use std::thread;

struct Foo(Sender<&'static str>);

impl Drop for Foo {
    fn drop(&mut self) {
        self.0.send("dropped").unwrap();
    }
}

thread_local!(static K: RefCell<Option<Foo>> = const { RefCell::new(None) });

fn main() {
    let (tx, rx) = channel();
    thread::spawn(move || {
        K.with(|k| {
            assert!(k.borrow().is_none());
            *k.borrow_mut() = Some(Foo(tx));
            assert!(k.borrow().is_some());
        });
    })
    .join()
    .unwrap();
    println!("{:?} {}", rx.try_recv(), K.with(|k| k.borrow().is_none()));
}
