//@ no-bug
use crossbeam_channel::{RecvError, bounded, unbounded};
use std::sync::mpsc;
use std::time::Duration;

#[derive(Debug)]
enum Error {
    Crossbeam,
    Std,
}

impl From<RecvError> for Error {
    fn from(_: RecvError) -> Error {
        Error::Crossbeam
    }
}

impl From<mpsc::RecvError> for Error {
    fn from(_: mpsc::RecvError) -> Error {
        Error::Std
    }
}

fn receive_both() -> Result<(), Error> {
    let (sender, receiver) = unbounded();
    sender.send(1).expect("the receiver is there");
    receiver.recv()?;
    let (_, receiver) = mpsc::channel::<()>();
    receiver.recv()?;
    Ok(())
}

fn main() {
    let (sender, receiver) = bounded(1);
    let patience = Duration::from_millis(1);
    println!("{}; {}", receiver.try_recv().unwrap_err(), receiver.recv_timeout(patience).unwrap_err());
    sender.send(1).unwrap();
    println!("{}; {:?}", sender.try_send(2).unwrap_err(), sender.try_send(2));
    println!("{}", sender.send_timeout(3, patience).unwrap_err());
    drop(sender);
    receiver.recv().unwrap();
    println!("{}; {:?}", receiver.recv().unwrap_err(), receiver.recv());
    println!("{}; {}", receiver.try_recv().unwrap_err(), receiver.recv_timeout(patience).unwrap_err());
    let (sender, _) = unbounded();
    println!("{}; {:?}; {}", sender.send(1).unwrap_err(), sender.send(1), sender.try_send(1).unwrap_err());
    println!("{:?}", receive_both());
}
