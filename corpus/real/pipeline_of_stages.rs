//@ no-bug
//@ source: stages over bounded and rendezvous channels, put together by a macro

use std::sync::mpsc::{sync_channel, Receiver, RecvError, SyncSender};
use std::thread::{self, JoinHandle};

struct Pipeline<T> {
    rx: Receiver<T>,
    joins: Vec<JoinHandle<()>>,
}

impl<T: Send + 'static> Pipeline<T> {
    fn source<I>(it: I) -> Self
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: Send + 'static,
    {
        let (tx, rx) = sync_channel(1);
        let it = it.into_iter();
        let j = thread::spawn(move || {
            for x in it {
                if tx.send(x).is_err() {
                    return;
                }
            }
        });
        Self { rx, joins: vec![j] }
    }
    fn stage<U: Send + 'static>(self, f: impl Fn(T) -> Option<U> + Send + 'static) -> Pipeline<U> {
        let Pipeline { rx, mut joins } = self;
        let (tx, out): (SyncSender<U>, _) = sync_channel(0);
        joins.push(thread::spawn(move || {
            while let Ok(x) = rx.recv() {
                let Some(y) = f(x) else { continue };
                tx.send(y).unwrap();
            }
        }));
        Pipeline { rx: out, joins }
    }
    fn collect<C: FromIterator<T>>(self) -> C {
        let c = self.rx.iter().collect();
        self.joins.into_iter().for_each(|j| j.join().unwrap());
        c
    }
}

macro_rules! pipeline {
    ($src:expr $(=> $f:expr)* ) => {{ let p = Pipeline::source($src); $( let p = p.stage($f); )* p }};
}

fn main() {
    let words = vec!["4", "x", "-3", "0x1f", "+7"];
    let out: Vec<String> = pipeline!(words
        => |w: &'static str| w.parse::<i16>().ok().or_else(|| w.strip_prefix("0x").and_then(|h| i16::from_str_radix(h, 16).ok()))
        => |n| (n > 0).then(|| n.pow(2) as u32)
        => |n| Some(format!("<{n:#06x}|{n:^5}|{:e}>", n as f64)))
        .collect();
    assert_eq!(
        out,
        [
            "<0x0010| 16  |1.6e1>",
            "<0x03c1| 961 |9.61e2>",
            "<0x0031| 49  |4.9e1>"
        ]
    );
    let (tx, rx) = sync_channel::<()>(2);
    drop(tx);
    assert_eq!(rx.recv(), Err(RecvError));
    println!("{}", out.join(" "));
}
