//@ no-bug
//@ source: a crate that names itself as others do

extern crate self as pool;

mod counter {
    use std::sync::Mutex;

    pub struct Counter(Mutex<u32>);

    impl Counter {
        pub const fn new() -> Counter {
            Counter(Mutex::new(0))
        }

        pub fn add(&self, n: u32) -> u32 {
            let mut count = self.0.lock().unwrap();
            *count += n;
            *count
        }
    }
}

mod worker {
    use pool::counter::Counter;

    pub fn work(counter: &Counter) -> u32 {
        counter.add(pool::STEP) + ::pool::STEP
    }
}

pub const STEP: u32 = 2;

fn main() {
    let counter = counter::Counter::new();
    std::thread::scope(|s| {
        s.spawn(|| pool::worker::work(&counter));
        s.spawn(|| worker::work(&counter));
    });
    assert_eq!(counter.add(0), 4);
}
