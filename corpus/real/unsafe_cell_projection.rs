//@ no-bug
//@ source: fields of one UnsafeCell struct guarded by different locks

use std::cell::UnsafeCell;
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Default)]
struct Fields {
    reads: u32,
    writes: u32,
    log: Vec<u8>,
}

#[derive(Default)]
struct Device {
    fields: UnsafeCell<Fields>,
    read_lock: Mutex<()>,
    write_lock: Mutex<()>,
}

unsafe impl Sync for Device {}

impl Device {
    fn read(&self) {
        let _guard = self.read_lock.lock().unwrap();
        unsafe { (*self.fields.get()).reads += 1 };
    }
    fn write(&self, byte: u8) {
        let _guard = self.write_lock.lock().unwrap();
        let writes = unsafe { &raw mut (*self.fields.get()).writes };
        unsafe { *writes += 1 };
        let log = unsafe { &mut *(&raw mut (*self.fields.get()).log) };
        log.push(byte);
    }
}

fn main() {
    let device = Arc::new(Device::default());
    let other = device.clone();
    let t = thread::spawn(move || {
        other.read();
        other.write(1);
    });
    device.write(2);
    device.read();
    t.join().unwrap();
    let device = Arc::into_inner(device).unwrap();
    let fields = device.fields.into_inner();
    assert_eq!((fields.reads, fields.writes, fields.log.len()), (2, 2, 2));
}
