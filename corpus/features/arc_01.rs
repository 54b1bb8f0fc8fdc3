//@ no-bug

use std::sync::{Arc, Mutex, Weak};
use std::thread;

struct Noisy(u8);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

fn main() {
    let a = Arc::new(Noisy(1));
    let b = Arc::clone(&a);
    println!("{} {}", Arc::strong_count(&a), Arc::weak_count(&a));
    let t = thread::spawn(move || b.0);
    println!("{}", t.join().unwrap());
    println!("{}", Arc::strong_count(&a));
    let w: Weak<Noisy> = Arc::downgrade(&a);
    println!("{} {}", w.upgrade().map_or(0, |n| n.0), w.strong_count());
    match Arc::try_unwrap(a) {
        Ok(n) => println!("unwrapped {}", n.0),
        Err(_) => println!("shared"),
    }
    println!("{}", w.upgrade().is_none());
    let m = Arc::new(Mutex::new(vec![1]));
    let m2 = m.clone();
    thread::spawn(move || m2.lock().unwrap().push(2)).join().unwrap();
    let inner = Arc::try_unwrap(m).unwrap().into_inner().unwrap();
    println!("{:?}", inner);
    let mut x = Arc::new(5);
    *Arc::get_mut(&mut x).unwrap() += 1;
    *Arc::make_mut(&mut x) += 1;
    println!("{} {}", x, Arc::ptr_eq(&x, &x.clone()));
    let d: Arc<dyn Fn(u32) -> u32 + Send + Sync> = Arc::new(|n| n * n);
    let d2 = Arc::clone(&d);
    println!("{} {}", d(3), thread::spawn(move || d2(4)).join().unwrap());
    let s: Arc<[i32]> = Arc::from(vec![1, 2, 3]);
    println!("{} {:?}", s.len(), s);
    println!("{:?}", Arc::into_inner(x));
}
