//@ no-bug
//@ source: a registry in the C manner: function pointers with void pointers to their data

use std::ffi::c_void;
use std::sync::Mutex;

type Callback = unsafe fn(*mut c_void, i32);

struct Registry(Mutex<Vec<(Callback, *mut c_void)>>);

unsafe impl Sync for Registry {}

static REGISTRY: Registry = Registry(Mutex::new(Vec::new()));

unsafe fn add_to(data: *mut c_void, amount: i32) {
    let total = unsafe { &mut *data.cast::<i32>() };
    *total += amount;
}

unsafe fn remember(data: *mut c_void, amount: i32) {
    unsafe { (*(data as *mut Vec<i32>)).push(amount) };
}

fn fire(amount: i32) {
    for &(callback, data) in REGISTRY.0.lock().unwrap().iter() {
        unsafe { callback(data, amount) };
    }
}

fn main() {
    let mut total = 0;
    let mut seen: Vec<i32> = Vec::new();
    {
        let mut registry = REGISTRY.0.lock().unwrap();
        registry.push((add_to, (&raw mut total).cast()));
        registry.push((remember, &raw mut seen as *mut c_void));
    }
    fire(3);
    let t = std::thread::spawn(|| fire(4));
    t.join().unwrap();
    REGISTRY.0.lock().unwrap().clear();
    println!("{total} {seen:?}");
}
