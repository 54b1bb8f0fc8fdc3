//@ no-bug
//@ source: `sync_channel` with timeouts, `try_send`, `try_recv` and all their errors

use std::sync::mpsc::{self, RecvTimeoutError, SyncSender, TryRecvError, TrySendError};
use std::thread;
use std::time::{Duration, Instant};
#[derive(Debug)]
enum Cmd {
    Go(Dir),
    Say(&'static str),
    Quit,
}
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i8)]
enum Dir {
    N = -1,
    S = 1,
}
fn player(tx: SyncSender<Cmd>) -> Result<usize, mpsc::SendError<Cmd>> {
    let script = vec![Cmd::Go(Dir::N), Cmd::Say("hi"), Cmd::Go(Dir::S), Cmd::Quit];
    let n = script.len();
    script.into_iter().try_for_each(|c| tx.send(c))?;
    Ok(n)
}
fn main() {
    let (tx, rx) = mpsc::sync_channel(1);
    let h = thread::spawn(move || player(tx));
    let (mut y, mut log) = (0i8, String::new());
    let start = Instant::now();
    let end = loop {
        match rx.recv_timeout(Duration::from_secs(1)) {
            Ok(Cmd::Go(d)) => y += d as i8,
            Ok(Cmd::Say(w)) => {
                log += w;
                log.push('!');
            }
            Ok(Cmd::Quit) => break "quit",
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break "gone",
        }
    };
    assert!(start.elapsed() < Duration::from_secs(3600));
    assert_eq!(h.join().unwrap().unwrap(), 4);
    assert_eq!(rx.try_recv().unwrap_err(), TryRecvError::Disconnected);
    println!("{end} {y} {log}");
    let (tx, rx) = mpsc::sync_channel::<u8>(1);
    println!("{:?}", (tx.try_send(1), tx.try_send(2)));
    drop(rx);
    if let Err(TrySendError::Disconnected(v)) = tx.try_send(3) {
        println!("back {v}")
    }
}
