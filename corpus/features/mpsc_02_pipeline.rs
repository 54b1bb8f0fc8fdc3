//@ no-bug

use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread::{self, JoinHandle};

fn stage<A, B, F>(input: Receiver<A>, f: F) -> (Receiver<B>, JoinHandle<usize>)
where
    A: Send + 'static,
    B: Send + 'static,
    F: Fn(A) -> B + Send + 'static,
{
    let (tx, rx) = channel();
    let handle = thread::spawn(move || {
        let mut n = 0;
        for item in input {
            if tx.send(f(item)).is_err() {
                break;
            }
            n += 1;
        }
        n
    });
    (rx, handle)
}

fn request(server: &Sender<(u32, Sender<u32>)>, x: u32) -> u32 {
    let (reply, answer) = channel();
    server.send((x, reply)).unwrap();
    answer.recv().unwrap()
}

fn main() {
    let (tx, rx) = channel();
    let (doubled, h1) = stage(rx, |x: i32| x * 2);
    let (text, h2) = stage(doubled, |x| format!("<{x}>"));
    for i in 1..=2 {
        tx.send(i).unwrap();
    }
    drop(tx);
    println!("{:?}", text.into_iter().collect::<Vec<String>>());
    println!("{} {}", h1.join().unwrap(), h2.join().unwrap());

    let (server, requests) = channel::<(u32, Sender<u32>)>();
    let t = thread::spawn(move || {
        while let Ok((x, reply)) = requests.recv() {
            reply.send(x * x).unwrap();
        }
        println!("server stops");
    });
    println!("{} {}", request(&server, 3), request(&server, 4));
    drop(server);
    t.join().unwrap();
}
