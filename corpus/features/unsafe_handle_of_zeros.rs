//@ bug: undefined-behavior
//@ source: new; what a join handle points to is never null
use std::mem;
use std::thread::JoinHandle;

fn main() {
    let handle: JoinHandle<()> = unsafe { mem::zeroed() };
    mem::forget(handle);
}
