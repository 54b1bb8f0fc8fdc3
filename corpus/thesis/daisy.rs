//@ bug: panic
//@ message: "the file is gone"
//@ first-bug-executions: 10
//@ source: Chen 2009, real program `daisy`: a toy file system; between the lookup of a name and
//@ source: the use of what it found, another thread deletes the file. No lock spans both.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const MAX_INODE: usize = 4;
const MAX_BLOCK: usize = 4;
const BLOCK_SIZE: usize = 32;
const NAME_SIZE: usize = 8;
const INODE_SIZE: usize = 24;
const ENTRY_SIZE: usize = 16 + NAME_SIZE;
const INODE_START: usize = 0;
const BLOCK_START: usize = INODE_START + MAX_INODE * INODE_SIZE;
const BITMAP_START: usize = BLOCK_START + MAX_BLOCK * BLOCK_SIZE;
const DISK_SIZE: usize = BITMAP_START + 33;
const ROOT: i64 = 0;
const FREE: i64 = -1;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Error {
    NoEntry,
    BadHandle,
    Exists,
    NoSpace,
}

type Result<T> = std::result::Result<T, Error>;

/// The disk: bytes behind one monitor.
struct Petal {
    bytes: Mutex<Vec<u8>>,
}

impl Petal {
    fn read(&self, at: usize) -> u8 {
        self.bytes.lock().unwrap()[at]
    }

    fn write(&self, at: usize, byte: u8) {
        self.bytes.lock().unwrap()[at] = byte;
    }

    fn read_long(&self, at: usize) -> i64 {
        let bytes = self.bytes.lock().unwrap();
        let mut value = 0u64;
        for i in (0..8).rev() {
            value = value << 8 | bytes[at + i] as u64;
        }
        value as i64
    }

    fn write_long(&self, at: usize, value: i64) {
        let mut bytes = self.bytes.lock().unwrap();
        for i in 0..8 {
            bytes[at + i] = (value >> (8 * i)) as u8;
        }
    }
}

/// A lock that is taken in one function and released in another.
#[derive(Default)]
struct Latch {
    locked: Mutex<bool>,
    released: Condvar,
}

impl Latch {
    fn acquire(&self) {
        let mut locked = self.locked.lock().unwrap();
        while *locked {
            locked = self.released.wait(locked).unwrap();
        }
        *locked = true;
    }

    fn release(&self) {
        *self.locked.lock().unwrap() = false;
        self.released.notify_one();
    }
}

enum LockKind {
    Inode,
    Block,
    File,
}

/// Hands out a latch for each lock number, made when it is first asked for.
#[derive(Default)]
struct LockManager {
    latches: Mutex<Vec<Option<Arc<Latch>>>>,
}

impl LockManager {
    fn latch(&self, kind: LockKind, number: usize) -> Arc<Latch> {
        let base = match kind {
            LockKind::Inode => 0,
            LockKind::Block => MAX_INODE,
            LockKind::File => MAX_INODE + MAX_BLOCK,
        };
        let mut latches = self.latches.lock().unwrap();
        if latches.len() <= base + number {
            latches.resize(base + number + 1, None);
        }
        Arc::clone(latches[base + number].get_or_insert_with(Arc::default))
    }

    fn acquire(&self, kind: LockKind, number: usize) {
        self.latch(kind, number).acquire();
    }

    fn release(&self, kind: LockKind, number: usize) {
        self.latch(kind, number).release();
    }
}

#[derive(Debug, Clone, Copy)]
struct Inode {
    block: i64,
    size: i64,
    used: bool,
}

struct Daisy {
    petal: Petal,
    locks: LockManager,
}

impl Daisy {
    fn format() -> Self {
        Daisy { petal: Petal { bytes: Mutex::new(vec![0; DISK_SIZE]) }, locks: LockManager::default() }
    }

    fn read_inode(&self, i: i64) -> Inode {
        let at = INODE_START + i as usize * INODE_SIZE;
        Inode {
            block: self.petal.read_long(at),
            size: self.petal.read_long(at + 8),
            used: self.petal.read(at + 16) != 0,
        }
    }

    fn write_inode(&self, i: i64, inode: Inode) {
        let at = INODE_START + i as usize * INODE_SIZE;
        self.petal.write_long(at, inode.block);
        self.petal.write_long(at + 8, inode.size);
        self.petal.write(at + 16, inode.used as u8);
    }

    /// Locks an inode and reads its record.
    fn iget(&self, i: i64) -> Inode {
        self.locks.acquire(LockKind::Inode, i as usize);
        self.read_inode(i)
    }

    fn irelease(&self, i: i64) {
        self.locks.release(LockKind::Inode, i as usize);
    }

    /// Writes an inode's record back and unlocks it.
    fn iput(&self, i: i64, inode: Inode) {
        self.write_inode(i, inode);
        self.irelease(i);
    }

    /// Finds an unused inode; it stays locked.
    fn ialloc(&self) -> Result<i64> {
        for i in 0..MAX_INODE as i64 {
            if !self.iget(i).used {
                return Ok(i);
            }
            self.irelease(i);
        }
        Err(Error::NoSpace)
    }

    fn alloc_bit(&self, block: usize) -> bool {
        self.petal.read(BITMAP_START + block / 8) & (1 << (block % 8)) != 0
    }

    fn write_alloc_bit(&self, block: usize, taken: bool) {
        let byte = self.petal.read(BITMAP_START + block / 8);
        let bit = 1 << (block % 8);
        self.petal.write(BITMAP_START + block / 8, if taken { byte | bit } else { byte & !bit });
    }

    fn alloc(&self) -> Result<i64> {
        for block in 0..MAX_BLOCK {
            self.locks.acquire(LockKind::Block, block);
            let free = !self.alloc_bit(block);
            if free {
                self.write_alloc_bit(block, true);
            }
            self.locks.release(LockKind::Block, block);
            if free {
                return Ok(block as i64);
            }
        }
        Err(Error::NoSpace)
    }

    fn free(&self, block: i64) {
        self.locks.acquire(LockKind::Block, block as usize);
        self.write_alloc_bit(block as usize, false);
        self.locks.release(LockKind::Block, block as usize);
    }

    fn creat(&self) -> Result<i64> {
        let i = self.ialloc()?;
        match self.alloc() {
            Ok(block) => {
                self.iput(i, Inode { block, size: 0, used: true });
                Ok(i)
            }
            Err(e) => {
                self.irelease(i);
                Err(e)
            }
        }
    }

    fn unlink(&self, i: i64) -> Result<()> {
        let mut inode = self.iget(i);
        if !inode.used {
            self.irelease(i);
            return Err(Error::BadHandle);
        }
        inode.used = false;
        self.free(inode.block);
        self.iput(i, inode);
        Ok(())
    }

    fn read(&self, i: i64, offset: usize, n: usize) -> Result<Vec<u8>> {
        let inode = self.iget(i);
        if !inode.used {
            self.irelease(i);
            return Err(Error::BadHandle);
        }
        let end = (offset + n).min(inode.size as usize);
        let block = inode.block as usize;
        self.locks.acquire(LockKind::Block, block);
        let data = (offset..end).map(|k| self.petal.read(BLOCK_START + block * BLOCK_SIZE + k)).collect();
        self.locks.release(LockKind::Block, block);
        self.irelease(i);
        Ok(data)
    }

    fn write(&self, i: i64, offset: usize, data: &[u8]) -> Result<()> {
        let mut inode = self.iget(i);
        if !inode.used {
            self.irelease(i);
            return Err(Error::BadHandle);
        }
        if offset + data.len() > BLOCK_SIZE {
            self.irelease(i);
            return Err(Error::NoSpace);
        }
        let block = inode.block as usize;
        self.locks.acquire(LockKind::Block, block);
        for (k, &byte) in data.iter().enumerate() {
            self.petal.write(BLOCK_START + block * BLOCK_SIZE + offset + k, byte);
        }
        self.locks.release(LockKind::Block, block);
        if (offset + data.len()) as i64 > inode.size {
            inode.size = (offset + data.len()) as i64;
            self.iput(i, inode);
        } else {
            self.irelease(i);
        }
        Ok(())
    }

    fn size(&self, i: i64) -> usize {
        let inode = self.iget(i);
        self.irelease(i);
        inode.size as usize
    }
}

#[derive(Debug, Clone)]
struct Entry {
    inode: i64,
    name: Vec<u8>,
}

impl Entry {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.inode.to_le_bytes().to_vec();
        bytes.extend((self.name.len() as i64).to_le_bytes());
        bytes.extend(&self.name);
        bytes.resize(ENTRY_SIZE, 0);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Entry {
        let long = |at: usize| i64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let len = long(8) as usize;
        Entry { inode: long(0), name: bytes[16..16 + len].to_vec() }
    }
}

/// A directory that is open: its file lock is held.
struct Directory<'a> {
    daisy: &'a Daisy,
    inode: i64,
    entries: Vec<Entry>,
}

impl<'a> Directory<'a> {
    fn open(daisy: &'a Daisy, inode: i64) -> Result<Self> {
        daisy.locks.acquire(LockKind::File, inode as usize);
        let size = daisy.size(inode);
        let bytes = daisy.read(inode, 0, size)?;
        let entries = bytes.chunks(ENTRY_SIZE).map(Entry::from_bytes).collect();
        Ok(Directory { daisy, inode, entries })
    }

    fn find(&mut self, name: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|e| e.inode != FREE && e.name == name.as_bytes())
    }

    fn close(self) -> Result<()> {
        let bytes: Vec<u8> = self.entries.iter().flat_map(Entry::to_bytes).collect();
        let written = self.daisy.write(self.inode, 0, &bytes);
        self.daisy.locks.release(LockKind::File, self.inode as usize);
        written
    }
}

impl Daisy {
    fn creat_in(&self, directory: i64, name: &str) -> Result<i64> {
        let mut dir = Directory::open(self, directory)?;
        if dir.find(name).is_some() {
            dir.close()?;
            return Err(Error::Exists);
        }
        let inode = self.creat()?;
        let entry = Entry { inode, name: name.as_bytes().to_vec() };
        match dir.entries.iter_mut().find(|e| e.inode == FREE) {
            Some(free) => *free = entry,
            None => dir.entries.push(entry),
        }
        dir.close()?;
        Ok(inode)
    }

    fn lookup(&self, directory: i64, name: &str) -> Result<i64> {
        let mut dir = Directory::open(self, directory)?;
        let found = dir.find(name).map(|e| e.inode);
        dir.close()?;
        found.ok_or(Error::NoEntry)
    }

    fn unlink_in(&self, directory: i64, name: &str) -> Result<()> {
        let mut dir = Directory::open(self, directory)?;
        let result = match dir.find(name) {
            Some(entry) => {
                let inode = entry.inode;
                entry.inode = FREE;
                self.unlink(inode)
            }
            None => Err(Error::NoEntry),
        };
        dir.close()?;
        result
    }
}

fn reader(daisy: &Daisy) {
    match daisy.lookup(ROOT, "cow") {
        Ok(handle) => assert!(daisy.read(handle, 0, 1).is_ok(), "the file is gone"),
        Err(e) => assert_eq!(e, Error::NoEntry),
    }
}

fn deleter(daisy: &Daisy) {
    match daisy.lookup(ROOT, "cow") {
        Ok(_) => assert_eq!(daisy.unlink_in(ROOT, "cow"), Ok(())),
        Err(e) => assert_eq!(e, Error::NoEntry),
    }
}

fn main() {
    let daisy = Arc::new(Daisy::format());
    assert_eq!(daisy.creat(), Ok(ROOT));
    let cow = daisy.creat_in(ROOT, "cow").unwrap();
    daisy.write(cow, 0, b"someData").unwrap();
    let d = Arc::clone(&daisy);
    let reader = thread::spawn(move || reader(&d));
    let d = Arc::clone(&daisy);
    let deleter = thread::spawn(move || deleter(&d));
    reader.join().unwrap();
    deleter.join().unwrap();
}
