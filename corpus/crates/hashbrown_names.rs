//@ no-bug
//@ source: names of `hashbrown::hash_map` that std's module does not have (`hashlink` uses them)
use hashbrown::hash_map::{DefaultHashBuilder, Entry, HashMap};
use std::sync::Mutex;
use std::thread;

fn main() {
    let map: Mutex<HashMap<&str, u32, DefaultHashBuilder>> = Mutex::default();
    thread::scope(|s| {
        for word in ["one", "two"] {
            let map = &map;
            s.spawn(move || match map.lock().unwrap().entry(word) {
                Entry::Occupied(mut seen) => *seen.get_mut() += 1,
                Entry::Vacant(new) => {
                    new.insert(1);
                }
            });
        }
    });
    assert_eq!(map.into_inner().unwrap().values().sum::<u32>(), 2);
}
