//@ bug: panic
//@ message: "already mutably borrowed"
//@ source: single-threaded shared state that is borrowed twice through a callback

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

type Listener = Rc<dyn Fn(&str, i32)>;

#[derive(Default)]
struct Settings {
    values: RefCell<BTreeMap<String, i32>>,
    listeners: RefCell<Vec<Listener>>,
}

impl Settings {
    fn set(&self, key: &str, value: i32) {
        let mut values = self.values.borrow_mut();
        values.insert(key.to_string(), value);
        for listener in self.listeners.borrow().iter() {
            listener(key, value);
        }
    }

    fn get(&self, key: &str) -> Option<i32> {
        self.values.borrow().get(key).copied()
    }
}

fn main() {
    let settings = Rc::new(Settings::default());
    settings.set("depth", 1);
    let s = Rc::downgrade(&settings);
    settings.listeners.borrow_mut().push(Rc::new(move |key, value| {
        let settings = s.upgrade().unwrap();
        println!("{key} is now {value}, was {:?}", settings.get(key));
    }));
    settings.set("depth", 2);
}
