//@ no-bug
//@ source: a let-else drops the temporaries of its initializer before the block that is taken instead

use std::cell::RefCell;
use std::sync::{Arc, Mutex};
use std::thread;

fn first_or_insert(list: &Mutex<Vec<u32>>) -> u32 {
    let Some(first) = &list.lock().unwrap().first().copied() else {
        list.lock().unwrap().push(7);
        return 0;
    };
    *first
}

fn value_or_set(value: &Mutex<Option<u32>>) -> u32 {
    let Some(known) = &*value.lock().unwrap() else {
        *value.lock().unwrap() = Some(1);
        return 0;
    };
    // The guard lives on where the pattern matches.
    assert!(value.try_lock().is_err());
    *known
}

struct Noisy<'a>(&'a str, &'a RefCell<Vec<String>>);

impl Drop for Noisy<'_> {
    fn drop(&mut self) {
        self.1.borrow_mut().push(format!("drop {}", self.0));
    }
}

fn order(matches: bool) -> Vec<String> {
    let log = RefCell::new(Vec::new());
    {
        let _outer = Noisy("outer", &log);
        'chosen: {
            let (true, _extended) = (matches, &Noisy("extended", &log)) else {
                log.borrow_mut().push("else".to_string());
                break 'chosen;
            };
            log.borrow_mut().push("matched".to_string());
        }
    }
    log.into_inner()
}

fn main() {
    let list = Arc::new(Mutex::new(Vec::new()));
    let value = Arc::new(Mutex::new(None));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let (list, value) = (Arc::clone(&list), Arc::clone(&value));
            thread::spawn(move || (first_or_insert(&list), value_or_set(&value)))
        })
        .collect();
    for thread in threads {
        let (first, known) = thread.join().unwrap();
        assert!(matches!(first, 0 | 7) && known <= 1);
    }
    assert_eq!(order(true), ["matched", "drop extended", "drop outer"]);
    assert_eq!(order(false), ["drop extended", "else", "drop outer"]);
}
