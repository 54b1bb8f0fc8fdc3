//@ bug: undefined-behavior
//@ source: two threads raise a code point to one that is no character
use std::sync::Mutex;
use std::thread;

fn main() {
    let code = Mutex::new(0xD700);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| *code.lock().unwrap() += 0x80);
        }
    });
    let character = unsafe { char::from_u32_unchecked(*code.lock().unwrap()) };
    println!("{}", character as u32);
}
