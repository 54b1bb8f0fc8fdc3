//@ no-bug
//@ source: a producer behind a small Read-like trait, generic code and a trait object

use std::sync::mpsc::{sync_channel, Receiver};
use std::thread;

trait Source {
    fn read(&mut self, buf: &mut [u8]) -> usize;

    fn read_all(&mut self) -> Vec<u8>
    where
        Self: Sized,
    {
        drain(self)
    }
}

fn drain(source: &mut dyn Source) -> Vec<u8> {
    let mut out = Vec::new();
    let mut buf = [0; 4];
    loop {
        match source.read(&mut buf) {
            0 => return out,
            n => out.extend_from_slice(&buf[..n]),
        }
    }
}

impl Source for &[u8] {
    fn read(&mut self, buf: &mut [u8]) -> usize {
        let n = self.len().min(buf.len());
        let (now, later) = self.split_at(n);
        buf[..n].copy_from_slice(now);
        *self = later;
        n
    }
}

struct Pipe {
    rx: Receiver<Vec<u8>>,
    pending: Vec<u8>,
}

impl Source for Pipe {
    fn read(&mut self, buf: &mut [u8]) -> usize {
        while self.pending.is_empty() {
            match self.rx.recv() {
                Ok(bytes) => self.pending = bytes,
                Err(_) => return 0,
            }
        }
        let n = buf.len().min(self.pending.len());
        for (to, from) in buf.iter_mut().zip(self.pending.drain(..n)) {
            *to = from;
        }
        n
    }
}

struct Upper<S>(S);

impl<S: Source> Source for Upper<S> {
    fn read(&mut self, buf: &mut [u8]) -> usize {
        let n = self.0.read(buf);
        buf[..n].make_ascii_uppercase();
        n
    }
}

fn main() {
    let (tx, rx) = sync_channel(1);
    let writer = thread::spawn(move || {
        for part in ["hello ", "", "wide world"] {
            tx.send(part.as_bytes().to_vec()).unwrap();
        }
    });
    let pipe = Pipe { rx, pending: Vec::new() };
    let text = String::from_utf8(Upper(pipe).read_all()).unwrap();
    writer.join().unwrap();
    println!("{text}");
    let mut plain: Box<dyn Source> = Box::new(Upper(&b"boxed"[..]));
    println!("{}", String::from_utf8_lossy(&drain(plain.as_mut())));
}
