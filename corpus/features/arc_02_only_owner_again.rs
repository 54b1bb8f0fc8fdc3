//@ no-bug
//@ source: get_mut and make_mut come after what was done through clones that are gone; an upgrade that
//@ source: comes in between keeps make_mut from moving the value away

use std::sync::{Arc, Mutex};
use std::thread;

fn read_and_drop(shared: &Mutex<Option<Arc<Vec<u32>>>>) -> usize {
    let list = shared.lock().unwrap().take();
    list.map_or(0, |list| list.len())
}

fn main() {
    for by_make_mut in [false, true] {
        let mut list = Arc::new(vec![1]);
        let shared = Mutex::new(Some(list.clone()));
        thread::scope(|s| {
            let reader = s.spawn(|| read_and_drop(&shared));
            if by_make_mut {
                Arc::make_mut(&mut list).push(2);
            } else if let Some(list) = Arc::get_mut(&mut list) {
                list.push(2);
            }
            assert_eq!(reader.join().unwrap(), 1);
        });
        assert!(list.len() == 2 || !by_make_mut);
    }
    let mut list = Arc::new(vec![1]);
    let weak = Arc::downgrade(&list);
    let upgrader = thread::spawn(move || weak.upgrade().map(|list| list[0]));
    Arc::make_mut(&mut list)[0] = 2;
    assert_eq!(list[0], 2);
    assert!(matches!(upgrader.join().unwrap(), None | Some(1)));
}
