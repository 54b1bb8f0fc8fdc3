//@ bug: deadlock
//@ edition: 2021
//@ source: in edition 2021 the scrutinee of `if let` lives through the `else` too

use std::collections::HashMap;
use std::sync::RwLock;

struct Names {
    map: RwLock<HashMap<u32, String>>,
}

impl Names {
    fn get_or_create(&self, id: u32) -> String {
        if let Some(name) = self.map.read().unwrap().get(&id) {
            name.clone()
        } else {
            let name = format!("user{id}");
            self.map.write().unwrap().insert(id, name.clone());
            name
        }
    }
}

fn main() {
    let names = Names { map: RwLock::default() };
    println!("{}", names.get_or_create(1));
}
