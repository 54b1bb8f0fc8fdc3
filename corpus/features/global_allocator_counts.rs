//@ no-bug
//@ weak-orderings: yes
//@ source: a counting `#[global_allocator]` sees what boxes, vectors, strings, counted pointers and collections ask for, and all of it again

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::*;
use std::rc::Rc;
use std::sync::atomic::{AtomicIsize, Ordering::*};
use std::sync::Arc;
struct Track;
static LIVE: AtomicIsize = AtomicIsize::new(0);
unsafe impl GlobalAlloc for Track {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        LIVE.fetch_add(l.size() as isize, Relaxed);
        unsafe { System.alloc(l) }
    }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) {
        LIVE.fetch_sub(l.size() as isize, Relaxed);
        unsafe { System.dealloc(p, l) }
    }
    unsafe fn realloc(&self, p: *mut u8, l: Layout, n: usize) -> *mut u8 {
        LIVE.fetch_add(n as isize - l.size() as isize, Relaxed);
        unsafe { System.realloc(p, l, n) }
    }
}
#[global_allocator]
static GLOBAL: Track = Track;
trait Shape {
    fn area(&self) -> u64;
}
struct Sq(u64);
impl Shape for Sq {
    fn area(&self) -> u64 {
        self.0 * self.0
    }
}
fn work() {
    let mut v: Vec<u32> = (0..10).collect();
    v.shrink_to_fit();
    let s: String = v.iter().map(|x| x.to_string()).collect();
    let b: Box<str> = s.clone().into_boxed_str();
    let a: Arc<str> = Arc::from(&*b);
    let r: Rc<[u32]> = Rc::from(v.clone());
    let d: Box<dyn Shape> = Box::new(Sq(3));
    let ad: Arc<dyn Shape> = Arc::new(Sq(2));
    let w = Arc::downgrade(&ad);
    let mut m = HashMap::new();
    let mut t = BTreeMap::new();
    let mut q = VecDeque::new();
    let mut l = LinkedList::new();
    for i in 0..5 {
        m.insert(i, i.to_string());
        t.insert(i, vec![i]);
        q.push_front(i);
        l.push_back(Box::new(i));
    }
    let f: Box<dyn Fn() -> usize> = Box::new(move || s.len());
    assert_eq!(
        f() + a.len() + r.len() + d.area() as usize + ad.area() as usize,
        10 + 10 + 10 + 9 + 4
    );
    drop(ad);
    assert!(w.upgrade().is_none());
    let z: Box<()> = Box::new(());
    drop(z);
    println!("{} {}", m.len(), t.len());
}
fn main() {
    println!("start");
    let before = LIVE.load(Relaxed);
    work();
    assert_eq!(LIVE.load(Relaxed), before);
    let x = Box::new(1u64);
    assert_eq!(LIVE.load(Relaxed), before + 8);
    drop(x);
    let x = Arc::new(1u64);
    assert_eq!(LIVE.load(Relaxed), before + 24);
    drop(x);
    let x: Rc<[u8]> = Rc::from(vec![1, 2, 3]);
    assert_eq!(LIVE.load(Relaxed), before + 24);
    drop(x);
    let x = String::from("hello");
    assert_eq!(LIVE.load(Relaxed), before + 5);
    let x = x + "w";
    assert_eq!(LIVE.load(Relaxed), before + 10);
    drop(x);
    let x: Box<[u16]> = vec![1; 5].into();
    assert_eq!(LIVE.load(Relaxed), before + 10);
    drop(x);
    assert_eq!(LIVE.load(Relaxed), before);
}
