//@ no-bug
//@ source: one typed object from the allocator: Layout::new, cast, write, read, drop_in_place, dealloc

use std::alloc::{alloc, alloc_zeroed, dealloc, Layout};
use std::ptr;

struct Job {
    id: u32,
    name: String,
    done: bool,
}

struct Loud;

impl Drop for Loud {
    fn drop(&mut self) {
        println!("dropped");
    }
}

fn main() {
    unsafe {
        let layout = Layout::new::<Job>();
        let job = alloc(layout).cast::<Job>();
        assert!(!job.is_null());
        job.write(Job { id: 1, name: "first".to_string(), done: false });
        (*job).done = true;
        println!("{} {} {}", (*job).id, (*job).name, (*job).done);
        ptr::drop_in_place(job);
        dealloc(job.cast(), layout);

        let counts = alloc_zeroed(Layout::array::<u64>(4).unwrap()) as *mut u64;
        *counts.add(2) += 5;
        println!("{:?}", std::slice::from_raw_parts(counts, 4));
        dealloc(counts as *mut u8, Layout::array::<u64>(4).unwrap());

        let loud = Box::into_raw(Box::new(Loud));
        ptr::drop_in_place(loud);
    }
}
