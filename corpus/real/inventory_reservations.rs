//@ bug: panic
//@ message: "attempt to subtract with overflow"
//@ source: a shop that looks at the stock under one lock and books under another

use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};
use std::thread;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Sku(&'static str);

#[derive(Default)]
struct Inventory {
    stock: RwLock<BTreeMap<Sku, u32>>,
}

impl Inventory {
    fn available(&self, sku: &Sku) -> u32 {
        self.stock.read().unwrap().get(sku).copied().unwrap_or_default()
    }

    fn reserve(&self, sku: &Sku, amount: u32) -> Result<(), String> {
        let available = self.available(sku);
        if available < amount {
            return Err(format!("{sku:?}: only {available}"));
        }
        let mut stock = self.stock.write().map_err(|e| e.to_string())?;
        let left = stock.get_mut(sku).ok_or("gone")?;
        *left -= amount;
        if *left == 0 {
            println!("sold out");
        }
        Ok(())
    }
}

fn main() {
    let inventory = Arc::new(Inventory::default());
    inventory.stock.write().unwrap().insert(Sku("book"), 3);
    let orders = [2, 2].map(|n| {
        let inventory = Arc::clone(&inventory);
        thread::spawn(move || inventory.reserve(&Sku("book"), n).is_ok())
    });
    let served = orders.into_iter().filter(|_| true).map(|o| o.join().unwrap()).filter(|ok| *ok).count();
    assert_eq!(served, 1);
}
