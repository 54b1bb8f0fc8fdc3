//@ no-bug
//@ source: parts such as Option<bool>, which take more cells than bytes, in memory from the allocator

use std::alloc::*;
use std::cmp::Ordering;
#[derive(PartialEq, Debug)]
struct Node { weight: Option<bool>, key: u32, next: *mut Node }
fn block(size: usize, align: usize) -> *mut u8 { unsafe { alloc(Layout::from_size_align(size, align).unwrap()) } }
fn main() {
    unsafe {
        let p = block(64, 8);
        let a = p.cast::<Node>();
        let b = p.add(16) as *mut Node;
        let b = if std::mem::size_of::<Node>() == 16 { b } else { a.add(1) };
        a.write(Node { weight: Some(true), key: 1, next: b });
        b.write(Node { weight: None, key: 2, next: std::ptr::null_mut() });
        (*(*a).next).key += 1;
        let k = &mut (*b).key;
        *k += 1;
        let w = &mut (*a).weight;
        assert_eq!(w.take(), Some(true));
        assert_eq!(*b, Node { weight: None, key: 4, next: std::ptr::null_mut() });
        let t = std::thread::spawn({ let b = b as usize; move || (*(b as *mut Node)).weight = Some(false) });
        t.join().unwrap();
        assert_eq!((*b).weight, Some(false));
        let copy = a.read();
        assert_eq!((copy.weight, copy.key), (None, 1));
        std::ptr::copy_nonoverlapping(a, p.add(32).cast(), 1);
        assert_eq!(*p.add(32).cast::<Node>(), copy);
        dealloc(p, Layout::from_size_align(64, 8).unwrap());
        let l = Layout::array::<Option<Ordering>>(3).unwrap();
        let o = alloc(l) as *mut Option<Ordering>;
        o.add(2).write(Some(Ordering::Less));
        o.write(None);
        assert_eq!((*o, *o.add(2)), (None, Some(Ordering::Less)));
        dealloc(o.cast(), l);
    }
}
