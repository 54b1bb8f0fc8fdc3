//@ no-bug
//@ source: an Arc handed to a thread as a raw pointer, counts kept right by hand

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread;

struct Context {
    hits: AtomicU32,
    name: String,
}

fn callback(data: usize) -> usize {
    let context = unsafe { Arc::from_raw(data as *const Context) };
    context.hits.fetch_add(1, Ordering::Relaxed);
    context.name.len()
}

fn main() {
    let context = Arc::new(Context { hits: AtomicU32::new(0), name: "ctx".into() });
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let data = Arc::into_raw(context.clone()) as usize;
            thread::spawn(move || callback(data))
        })
        .collect();
    for t in threads {
        assert_eq!(t.join().unwrap(), 3);
    }
    assert_eq!(Arc::strong_count(&context), 1);
    let raw = Arc::into_raw(context);
    unsafe {
        Arc::increment_strong_count(raw);
        assert_eq!((*raw).hits.load(Ordering::Relaxed), 2);
        Arc::decrement_strong_count(raw);
        drop(Arc::from_raw(raw));
    }
}
