//@ bug: undefined-behavior
//@ source: a thread outlives the mutex on another's stack; it must not look as if somebody held it for ever
use std::sync::Mutex;
use std::thread;

fn watch(numbers: &Mutex<Vec<u8>>) -> thread::JoinHandle<usize> {
    let numbers: &'static Mutex<Vec<u8>> = unsafe { std::mem::transmute(numbers) };
    thread::spawn(move || numbers.lock().unwrap().len())
}

fn main() {
    let watcher = {
        let numbers = Mutex::new(vec![1, 2, 3]);
        watch(&numbers)
    };
    println!("{}", watcher.join().unwrap());
}
