//@ no-bug

use std::sync::mpsc::{Receiver, channel};
use std::thread;

fn sum(receiver: &Receiver<u32>) -> u32 {
    let mut sum = 0;
    loop {
        break match receiver.recv() {
            Ok(7) => break sum + 700,
            Ok(n) if n > 2 => break sum,
            Ok(n) => {
                sum += n;
                continue;
            }
            Err(_) => sum + 1000,
        };
    }
}

fn main() {
    let (sender, receiver) = channel();
    let thread = thread::spawn(move || [1, 2, 7, 2, 9, 1].into_iter().for_each(|n| sender.send(n).unwrap()));
    thread.join().unwrap();
    println!("{} {} {}", sum(&receiver), sum(&receiver), sum(&receiver));
    let list = loop {
        break if receiver.recv().is_ok() { break vec![String::from("a")] } else { ["b".into()].to_vec() };
    };
    let unified = loop {
        break if list.len() > 5 { break Default::default() } else { break [13, 14] };
    };
    let block: Vec<u8> = 'block: {
        break 'block if unified[0] == 13 { break 'block Default::default() } else { vec![1] };
    };
    println!("{list:?} {unified:?} {block:?}");
}
