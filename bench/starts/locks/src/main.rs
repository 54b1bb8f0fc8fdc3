//! Tables of several kinds, and a thread that fills them.

use once_cell::sync::OnceCell;
use std::sync::Arc;
use std::thread;

static NAME: OnceCell<&str> = OnceCell::new();

fn main() -> anyhow::Result<()> {
    let map = Arc::new(dashmap::DashMap::new());
    let order = Arc::new(parking_lot::Mutex::new(indexmap::IndexMap::new()));
    let rate = Arc::new(arc_swap::ArcSwap::from_pointee(1));
    let (sender, receiver) = crossbeam_channel::bounded(2);
    let filler = {
        let (map, order, rate) = (map.clone(), order.clone(), rate.clone());
        thread::spawn(move || -> anyhow::Result<()> {
            map.insert(1, 2);
            order.lock().insert("a", 1);
            rate.store(Arc::new(2));
            NAME.set("filler").ok();
            sender.send(3)?;
            Ok(())
        })
    };
    let mut places: slab::Slab<i32> = slab::Slab::new();
    let first = places.insert(receiver.recv()?);
    filler.join().expect("no panic")?;
    let seen: smallvec::SmallVec<[i32; 4]> = map.iter().map(|entry| *entry.value()).collect();
    assert_eq!(
        (places[first], **rate.load(), order.lock().len()),
        (3, 2, 1)
    );
    assert_eq!(seen.as_slice(), [2]);
    log::info!("{:?} is done", NAME.get());
    Ok(())
}
