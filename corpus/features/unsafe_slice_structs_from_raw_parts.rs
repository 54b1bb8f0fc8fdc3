//@ no-bug
//@ source: structs that end in a slice, in blocks of bytes, with pointers made from an address and a length, as thin
//@ source: arcs, packets and towers of skip lists have them
use std::alloc::{Layout, alloc, dealloc};
use std::ptr::{drop_in_place, slice_from_raw_parts_mut};
use std::sync::atomic::{AtomicUsize, Ordering::AcqRel, Ordering::Relaxed};
use std::thread;

#[repr(C)]
struct Counted<H, T: ?Sized> {
    count: AtomicUsize,
    header: H,
    data: T,
}

struct Shared<H, T>(*mut Counted<H, [T]>);
unsafe impl<H: Send + Sync, T: Send + Sync> Send for Shared<H, T> {}

impl<H, T: Clone> Shared<H, T> {
    fn new(header: H, items: &[T]) -> Self {
        let elements = Layout::array::<T>(items.len()).unwrap();
        let (layout, _) = Layout::new::<AtomicUsize>().extend(Layout::new::<H>()).unwrap();
        let layout = layout.extend(elements).unwrap().0.pad_to_align();
        unsafe {
            let block = slice_from_raw_parts_mut(alloc(layout) as *mut T, items.len());
            let block = block as *mut Counted<H, [T]>;
            (&raw mut (*block).count).write(AtomicUsize::new(1));
            (&raw mut (*block).header).write(header);
            for (i, item) in items.iter().enumerate() {
                (&raw mut (*block).data[i]).write(item.clone());
            }
            assert_eq!(size_of_val(&*block), layout.size());
            Shared(block)
        }
    }
}

impl<H, T> Shared<H, T> {
    fn get(&self) -> &Counted<H, [T]> {
        unsafe { &*self.0 }
    }
}

impl<H, T> Clone for Shared<H, T> {
    fn clone(&self) -> Self {
        self.get().count.fetch_add(1, Relaxed);
        Shared(self.0)
    }
}

impl<H, T> Drop for Shared<H, T> {
    fn drop(&mut self) {
        if self.get().count.fetch_sub(1, AcqRel) == 1 {
            unsafe {
                let layout = Layout::for_value(&*self.0);
                drop_in_place(self.0);
                dealloc(self.0 as *mut u8, layout);
            }
        }
    }
}

#[repr(C)]
struct Tower {
    name: String,
    links: [Option<Box<u32>>],
}

fn tower(height: usize) -> Box<Tower> {
    let links = Layout::array::<Option<Box<u32>>>(height).unwrap();
    let layout = Layout::new::<String>().extend(links).unwrap().0.pad_to_align();
    unsafe {
        let block = alloc(layout).cast::<Option<Box<u32>>>();
        let tower = slice_from_raw_parts_mut(block, height) as *mut Tower;
        (&raw mut (*tower).name).write(format!("{height} high"));
        for i in 0..height {
            (&raw mut (*tower).links[i]).write(Some(Box::new(i as u32)));
        }
        Box::from_raw(tower)
    }
}

fn main() {
    let small = Shared::new(9u8, &[1u16, 2, 3]);
    let clone = small.clone();
    let user = thread::spawn(move || clone.get().data.iter().sum::<u16>());
    assert_eq!(small.get().header, 9);
    drop(small);
    assert_eq!(user.join().unwrap(), 6);

    let owning = Shared::new(String::from("h"), &["a".to_string(), "b".to_string()]);
    assert_eq!(owning.get().header.clone() + &owning.get().data.concat(), "hab");

    let tower = tower(3);
    let user = thread::spawn(move || (tower.name.len(), tower.links.iter().flatten().map(|link| **link).sum::<u32>()));
    assert_eq!(user.join().unwrap(), (6, 3));

    let array: Box<Counted<u32, [u16; 3]>> =
        Box::new(Counted { count: AtomicUsize::new(1), header: 1, data: [4, 5, 6] });
    let slice: Box<Counted<u32, [u16]>> = array;
    assert_eq!((slice.data.len(), slice.data[2], size_of_val(&*slice)), (3, 6, 24));
}
