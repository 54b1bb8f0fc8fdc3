//@ no-bug
//@ source: what is known to be new goes into a map or a set without a look, as `flashmap` replays its writes

use hashbrown::{HashMap, HashSet};
use std::sync::Mutex;
use std::thread;

fn main() {
    let shared: Mutex<(HashMap<String, u32>, HashSet<u32>)> = Mutex::default();
    thread::scope(|s| {
        for word in ["one", "two"] {
            let shared = &shared;
            s.spawn(move || {
                let mut guard = shared.lock().unwrap();
                let (map, lengths) = &mut *guard;
                // Every thread has a word of its own.
                let (key, count) = unsafe { map.insert_unique_unchecked(word.to_string(), 0) };
                *count += key.len() as u32;
                assert_eq!(*lengths.get_or_insert(3), 3);
            });
        }
    });
    let (mut map, mut lengths) = shared.into_inner().unwrap();
    let (key, count) = map.get_key_value_mut("two").unwrap();
    *count += 1;
    assert_eq!((key.as_str(), *count), ("two", 4));
    assert!(map.get_key_value_mut("three").is_none());
    assert_eq!(unsafe { *lengths.insert_unique_unchecked(5) }, 5);
    assert_eq!((map.len(), lengths.len()), (2, 2));
}
