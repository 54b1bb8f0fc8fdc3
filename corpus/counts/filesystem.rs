//@ no-bug
//@ executions: 8
//@ formula: 2^(N-13)
//@ counts: N=14: 2, N=16: 8, N=18: 32, N=19: 64
//@ source: 32 inode locks, 26 block locks; thread t claims the first free block
//@ source: from 2t on for inode t

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 16;
const INODES: usize = 32;
const BLOCKS: usize = 26;

struct FileSystem {
    /// The block of each inode, plus one; 0 if it has none.
    inodes: Vec<Mutex<usize>>,
    busy: Vec<Mutex<bool>>,
}

fn work(fs: &FileSystem, tid: usize) {
    let i = tid % INODES;
    let mut inode = fs.inodes[i].lock().unwrap();
    if *inode == 0 {
        let mut b = (i * 2) % BLOCKS;
        loop {
            let mut busy = fs.busy[b].lock().unwrap();
            if !*busy {
                *busy = true;
                *inode = b + 1;
                break;
            }
            drop(busy);
            b = (b + 1) % BLOCKS;
        }
    }
}

fn main() {
    let fs = Arc::new(FileSystem {
        inodes: (0..INODES).map(|_| Mutex::new(0)).collect(),
        busy: (0..BLOCKS).map(|_| Mutex::new(false)).collect(),
    });
    let mut threads = Vec::new();
    for tid in 0..N {
        let fs = Arc::clone(&fs);
        threads.push(thread::spawn(move || work(&fs, tid)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
