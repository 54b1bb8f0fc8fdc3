//@ no-bug
//@ source: one block from the allocator with a header, an array behind it, a lock and enums, reached
//@ source: partly by type and partly by byte

use std::alloc::{alloc, alloc_zeroed, dealloc, Layout};
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::Mutex;
use std::thread;

#[repr(C)]
struct Header {
    len: usize,
    owners: AtomicI32,
    tag: u8,
}

enum Message {
    Go(u32),
    Text(String),
    Stop,
}

#[derive(Clone, Copy)]
struct Block {
    start: *mut u8,
    payload: usize,
}

unsafe impl Send for Block {}

impl Block {
    fn header(&self) -> &Header {
        unsafe { &*(self.start as *const Header) }
    }
    fn payload(&self) -> &[u32] {
        unsafe { std::slice::from_raw_parts(self.start.add(self.payload).cast(), self.header().len) }
    }
}

unsafe fn shared_block() {
    let array = Layout::array::<u32>(4).unwrap();
    let (layout, payload) = Layout::new::<Header>().extend(array).unwrap();
    let block = Block { start: alloc(layout), payload };
    let header = block.start as *mut Header;
    header.write(Header { len: 4, owners: AtomicI32::new(-1), tag: 3 });
    let numbers = block.start.add(payload).cast::<u32>();
    for i in 0..4 {
        numbers.add(i).write(i as u32 * 10);
    }
    let third = block.start.add(payload + 8) as *mut u32;
    assert_eq!(third, numbers.add(2));
    assert_eq!((*third, third.offset_from(numbers)), (20, 2));
    let other = thread::spawn(move || {
        let block = block;
        block.header().owners.fetch_sub(1, Ordering::AcqRel);
        block.payload().iter().sum::<u32>()
    });
    block.header().owners.fetch_sub(1, Ordering::AcqRel);
    assert_eq!(other.join().unwrap(), 60);
    assert_eq!(block.header().owners.load(Ordering::Relaxed), -3);
    assert_eq!((*header).tag, 3);
    dealloc(block.start, layout);
}

unsafe fn queue_behind_a_lock() {
    let layout = Layout::from_size_align(512, 16).unwrap();
    let block = alloc(layout);
    let lock = block as *mut Mutex<u32>;
    lock.write(Mutex::new(0));
    let lock: &'static Mutex<u32> = &*lock;
    let messages = block.add(128) as *mut Message;
    messages.write(Message::Go(1));
    messages.add(1).write(Message::Text("wait".to_string()));
    messages.add(2).write(Message::Stop);
    let other = thread::spawn(move || *lock.lock().unwrap() += 1);
    *lock.lock().unwrap() += 1;
    other.join().unwrap();
    assert_eq!(*lock.lock().unwrap(), 2);
    for message in std::slice::from_raw_parts(messages, 3) {
        match message {
            Message::Go(count) => println!("go {count}"),
            Message::Text(text) => println!("{text}"),
            Message::Stop => println!("stop"),
        }
    }
    ptr::drop_in_place(ptr::slice_from_raw_parts_mut(messages, 3));
    dealloc(block, layout);
}

unsafe fn counter_in_bytes() {
    let layout = Layout::from_size_align(32, 8).unwrap();
    let block = alloc_zeroed(layout);
    let counter = &*(block.add(8) as *const AtomicU64);
    counter.fetch_add(700, Ordering::Relaxed);
    assert_eq!((*block.add(8), *block.add(9)), (188, 2));
    *block.add(9) = 3;
    assert_eq!(counter.load(Ordering::Relaxed), 188 + 768);
    dealloc(block, layout);
}

fn main() {
    unsafe {
        shared_block();
        queue_behind_a_lock();
        counter_in_bytes();
    }
}
