//@ no-bug
//@ source: tasks of any type behind a table of functions, run by a worker

use std::collections::VecDeque;
use std::ptr;
use std::sync::{Condvar, Mutex};

struct VTable {
    call: unsafe fn(*mut ()),
    drop: unsafe fn(*mut ()),
    size: usize,
}

struct Task {
    data: *mut (),
    vtable: &'static VTable,
}
unsafe impl Send for Task {}

impl Task {
    fn new<F: FnOnce() + Send + 'static>(f: F) -> Task {
        trait HasTable { const TABLE: VTable; }
        impl<F: FnOnce()> HasTable for F {
            const TABLE: VTable = VTable { call: call::<F>, drop: drop_box::<F>, size: std::mem::size_of::<F>() };
        }
        unsafe fn call<F: FnOnce()>(p: *mut ()) {
            unsafe { (*Box::from_raw(p.cast::<F>()))() }
        }
        unsafe fn drop_box<F>(p: *mut ()) {
            unsafe { drop(Box::from_raw(p as *mut F)) }
        }
        Task { data: Box::into_raw(Box::new(f)).cast(), vtable: &<F as HasTable>::TABLE }
    }
    fn run(self) {
        let this = std::mem::ManuallyDrop::new(self);
        unsafe { (this.vtable.call)(this.data) }
    }
}
impl Drop for Task {
    fn drop(&mut self) {
        unsafe { (self.vtable.drop)(ptr::replace(&mut self.data, ptr::null_mut())) }
    }
}

static QUEUE: Mutex<VecDeque<Option<Task>>> = Mutex::new(VecDeque::new());
static MORE: Condvar = Condvar::new();

fn submit(t: Option<Task>) {
    QUEUE.lock().unwrap().push_back(t);
    MORE.notify_one();
}

fn main() {
    let worker = std::thread::spawn(|| loop {
        let mut q = QUEUE.lock().unwrap();
        while q.is_empty() {
            q = MORE.wait(q).unwrap();
        }
        let t = q.pop_front().unwrap();
        drop(q);
        match t {
            Some(t) => t.run(),
            None => return,
        }
    });
    let (tx, rx) = std::sync::mpsc::channel();
    let words = vec!["un", "safe"];
    let tx2 = tx.clone();
    submit(Some(Task::new(move || tx.send(words.concat()).unwrap())));
    let unused = Task::new(move || drop(tx2));
    assert!(unused.vtable.size > 0);
    drop(unused);
    submit(None);
    worker.join().unwrap();
    assert_eq!(rx.iter().collect::<Vec<_>>(), ["unsafe"]);
}
