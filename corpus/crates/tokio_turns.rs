//@ no-bug
//@ source: the turns that tasks take on one thread: new ones and woken ones queue, who yields comes after both.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc};
use tokio::task::{LocalSet, spawn_local, yield_now};

async fn tell(name: &str) {
    println!("{name} begins");
    yield_now().await;
    println!("{name} goes on");
    tokio::spawn(async { println!("a new task") });
    yield_now().await;
    println!("{name} ends");
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let a = tokio::spawn(tell("a"));
    let b = tokio::spawn(tell("b"));
    println!("main waits");
    let _ = tokio::join!(a, tell("main"), b);

    let lock = Arc::new(Mutex::new(()));
    let tasks: Vec<_> = (0..3)
        .map(|number| {
            let lock = lock.clone();
            tokio::spawn(async move {
                for round in 0..2 {
                    let _held = lock.lock().await;
                    println!("{number} holds the lock in round {round}");
                    yield_now().await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }

    let (sender, mut receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        for number in 0..3 {
            sender.send(number).await.unwrap();
            println!("sent {number}");
        }
    });
    while let Some(number) = receiver.recv().await {
        println!("received {number}");
    }

    let told = Rc::new(RefCell::new(Vec::new()));
    let set = LocalSet::new();
    for name in ["x", "y"] {
        let told = told.clone();
        set.spawn_local(async move {
            told.borrow_mut().push(name);
            let inner = told.clone();
            spawn_local(async move { inner.borrow_mut().push("inner") }).await.unwrap();
            told.borrow_mut().push(name);
        });
    }
    set.await;
    println!("{}", told.borrow().join(" "));
}
