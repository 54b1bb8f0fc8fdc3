//@ no-bug
//@ source: tasks with a table of extern "C" functions, sent through a channel as raw pointers

use std::os::raw::{c_int, c_void};
use std::sync::mpsc;
use std::thread;

#[repr(C)]
struct Vtable {
    run: unsafe extern "C" fn(*mut c_void) -> c_int,
    free: unsafe extern "C" fn(*mut c_void),
}

#[repr(C)]
struct Task {
    vtable: &'static Vtable,
    data: *mut c_void,
}
unsafe impl Send for Task {}

trait Job: Sized {
    fn job(&mut self) -> i32;
    const VTABLE: &'static Vtable = &Vtable {
        run: run::<Self>,
        free: free::<Self>,
    };
    fn task(self) -> Task {
        Task {
            vtable: Self::VTABLE,
            data: Box::into_raw(Box::new(self)).cast(),
        }
    }
}

unsafe extern "C" fn run<J: Job>(data: *mut c_void) -> c_int {
    unsafe { (*data.cast::<J>()).job() }
}
unsafe extern "C" fn free<J: Job>(data: *mut c_void) {
    drop(unsafe { Box::from_raw(data.cast::<J>()) });
}

impl Task {
    fn call(&self) -> i32 {
        unsafe { (self.vtable.run)(self.data) }
    }
}
impl Drop for Task {
    fn drop(&mut self) {
        unsafe { (self.vtable.free)(self.data) }
    }
}

struct Add(i32, i32);
impl Job for Add {
    fn job(&mut self) -> i32 {
        self.0 + self.1
    }
}
struct Count {
    text: String,
    calls: u8,
}
impl Job for Count {
    fn job(&mut self) -> i32 {
        self.calls += 1;
        self.text.len() as i32 * i32::from(self.calls)
    }
}

fn main() {
    let (tx, rx) = mpsc::channel::<Task>();
    let worker = thread::spawn(move || {
        rx.into_iter()
            .map(|task| task.call() + task.call())
            .sum::<i32>()
    });
    tx.send(Add(1, 2).task()).unwrap();
    tx.send(
        Count {
            text: "four".into(),
            calls: 0,
        }
        .task(),
    )
    .unwrap();
    drop(tx);
    assert_eq!(worker.join().unwrap(), 6 + 12);
}
