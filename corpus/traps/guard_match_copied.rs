//@ no-bug
//@ source: as guard_match_scrutinee, but the value is copied out first

use std::sync::Mutex;

struct Cache {
    value: Mutex<Option<u32>>,
}

impl Cache {
    fn get(&self) -> u32 {
        let value = *self.value.lock().unwrap();
        match value {
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
    println!("{} {}", cache.get(), cache.get());
}
