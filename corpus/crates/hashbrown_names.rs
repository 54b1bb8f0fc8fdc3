//@ no-bug
//@ source: names of `hashbrown::hash_map` that std's module does not have (`hashlink` uses them), and loops over
//@ source: tables that change what is in them (`indexmap`'s `shift_remove`)
use hashbrown::HashTable;
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
    indices();
}

fn indices() {
    let mut table = HashTable::new();
    for index in 0..4u64 {
        table.insert_unique(index % 2, index, |index| index % 2);
    }
    for index in &mut table {
        *index += 10;
    }
    table.iter_hash_mut(1).for_each(|index| *index += 100);
    let entry = table.entry(0, |index| *index == 12, |index| index % 2);
    entry.and_modify(|index| *index = 14).or_insert(0);
    let mut odd: Vec<u64> = table.extract_if(|index| *index % 2 == 1).collect();
    odd.sort();
    assert_eq!((odd, table.len()), (vec![111, 113], 2));
    assert!(table.find(0, |index| *index == 14).is_some());
}
