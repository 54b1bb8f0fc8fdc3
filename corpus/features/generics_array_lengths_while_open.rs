//@ no-bug
//@ source: the length of an array in a generic type is a constant, whatever the type parameter turns out to be
use std::sync::Arc;
use std::thread;

const LINE: usize = 64;

macro_rules! pad {
    ($words:expr) => {
        LINE / size_of::<usize>() - $words
    };
}

struct Padded<T> {
    padding: [usize; pad!(3)],
    value: Option<T>,
}

fn padded<T>() -> Arc<Padded<T>> {
    let made = Arc::new(Padded {
        padding: [1; pad!(3)],
        value: None,
    });
    made
}

fn main() {
    let shared = padded::<u8>();
    let own = shared.clone();
    let reader = thread::spawn(move || own.padding.iter().sum::<usize>());
    assert_eq!(reader.join().unwrap(), 5);
    assert!(shared.value.is_none());
}
