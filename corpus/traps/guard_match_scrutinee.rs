//@ bug: deadlock
//@ source: the guard in a match scrutinee lives through the arms

use std::sync::Mutex;

struct Cache {
    value: Mutex<Option<u32>>,
}

impl Cache {
    fn get(&self) -> u32 {
        match *self.value.lock().unwrap() {
            Some(v) => v,
            None => self.fill(),
        }
    }

    fn fill(&self) -> u32 {
        *self.value.lock().unwrap() = Some(7);
        7
    }
}

fn main() {
    let cache = Cache { value: Mutex::new(None) };
    println!("{}", cache.get());
}
