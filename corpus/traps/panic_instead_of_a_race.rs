//@ bug: data-race
//@ bug: panic
//@ outcomes: 2
//@ source: the panic comes without the race only if the reader waits, though nobody else wants its lock
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<i32> = Mutex::new(0);
static mut PLAIN: i32 = 0;

fn main() {
    let reader = thread::spawn(|| {
        *LOCK.lock().unwrap() += 1;
        unsafe { PLAIN }
    });
    let writer = thread::spawn(|| {
        print!("writer ");
        unsafe { PLAIN = 1 };
        panic!("after writing");
    });
    let _ = (reader.join(), writer.join());
}
