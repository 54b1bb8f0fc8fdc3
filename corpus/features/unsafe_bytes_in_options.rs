//@ no-bug
//@ source: iterators over byte arrays that stand in an `Option` or an enum, beside larger parts

use std::sync::mpsc;
use std::thread;

enum Frame {
    Raw([u8; 4]),
    Word(u64),
    Text(String),
}

fn bytes(frame: &Frame) -> Vec<u8> {
    match frame {
        Frame::Raw(raw) => raw.iter().copied().chain(Some(0)).collect(),
        Frame::Word(word) => word.to_be_bytes().into_iter().skip_while(|b| *b == 0).collect(),
        Frame::Text(text) => text.bytes().collect(),
    }
}

fn encode(ip: [u8; 4], port: u16) -> Vec<u8> {
    ip.into_iter().chain(Some(7)).chain(port.to_be_bytes()).collect()
}

fn main() {
    let (tx, rx) = mpsc::channel();
    let sender = thread::spawn(move || {
        for frame in [Frame::Raw([1, 2, 3, 4]), Frame::Word(0x0102), Frame::Text("hi".into())] {
            tx.send(frame).unwrap();
        }
    });
    println!("{:?}", rx.iter().flat_map(|frame| bytes(&frame)).collect::<Vec<_>>());
    sender.join().unwrap();
    println!("{:?}", encode([127, 0, 0, 1], 8080));
    println!("{:?}", [1u16, 2].into_iter().flat_map(u16::to_le_bytes).rev().collect::<Vec<_>>());
    let mut slot = Some(([9u8, 8, 7], 5u64));
    if let Some((few, _)) = &mut slot {
        few.reverse();
        few[1..].iter_mut().for_each(|b| *b += 1);
        let range = few.as_ptr_range();
        println!("{few:?} {}", unsafe { range.end.offset_from(range.start) });
    }
    println!("{slot:?}");
}
