//@ no-bug
//@ source: Santa Claus with reply channels; an elf that nobody helps finds its channel closed

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

enum ToSanta {
    Reindeer { id: usize, back: Sender<Gift> },
    Elf { id: usize, back: SyncSender<Advice> },
}

struct Gift(String);
struct Advice(u32);

const REINDEER: usize = 2;
const GROUP: usize = 2;

fn santa(inbox: Receiver<ToSanta>) -> (usize, usize) {
    let mut stable = Vec::new();
    let mut porch = Vec::new();
    let (mut rides, mut meetings) = (0, 0);
    for m in inbox {
        match m {
            ToSanta::Reindeer { id, back } => stable.push((id, back)),
            ToSanta::Elf { id, back } => porch.push((id, back)),
        }
        if stable.len() == REINDEER {
            rides += 1;
            for (id, back) in stable.drain(..) {
                back.send(Gift(format!("carrot #{id}"))).unwrap();
            }
        } else if porch.len() == GROUP {
            meetings += 1;
            for (id, back) in std::mem::take(&mut porch) {
                back.send(Advice(id as u32 * 7)).unwrap();
            }
        }
    }
    // those who are still on the porch are sent home: their reply channels end
    drop(porch);
    (rides, meetings)
}

fn main() {
    let (to_santa, inbox) = mpsc::channel();
    let santa = thread::spawn(move || santa(inbox));
    let reindeer: Vec<_> = (0..REINDEER)
        .map(|id| {
            let to_santa = to_santa.clone();
            thread::spawn(move || {
                let (back, reply) = mpsc::channel();
                to_santa.send(ToSanta::Reindeer { id, back }).unwrap();
                let Gift(text) = reply.recv().unwrap();
                text
            })
        })
        .collect();
    let elves: Vec<_> = (0..3)
        .map(|id| {
            let to_santa = to_santa.clone();
            thread::spawn(move || {
                let (back, reply) = mpsc::sync_channel(1);
                to_santa.send(ToSanta::Elf { id, back }).ok()?;
                drop(to_santa);
                let Advice(a) = reply.recv().ok()?;
                Some(a)
            })
        })
        .collect();
    drop(to_santa);
    let carrots: Vec<String> = reindeer.into_iter().map(|r| r.join().unwrap()).collect();
    assert_eq!(carrots.join("; "), "carrot #0; carrot #1");
    let advised = elves.into_iter().filter_map(|e| e.join().unwrap()).count();
    let (rides, meetings) = santa.join().unwrap();
    assert_eq!((rides, meetings, advised), (1, 1, 2));
}
