//@ bug: undefined-behavior
//@ source: a handle is used after its entry was given to somebody else

use std::ptr::NonNull;
struct Pool {
    items: Vec<Box<u64>>,
    free: Vec<usize>,
}
#[derive(Clone, Copy)]
struct Handle(NonNull<u64>, usize);
impl Pool {
    fn get(&mut self, v: u64) -> Handle {
        let i = self.free.pop().unwrap_or(self.items.len());
        let mut b = Box::new(v);
        let p = NonNull::from(&mut *b);
        if i < self.items.len() {
            self.items[i] = b
        } else {
            self.items.push(b)
        }
        Handle(p, i)
    }
    fn put(&mut self, h: Handle) {
        self.free.push(h.1);
    }
}
fn main() {
    let mut p = Pool {
        items: vec![],
        free: vec![],
    };
    let a = p.get(1);
    p.put(a);
    let b = p.get(2);
    unsafe {
        *b.0.as_ptr() += 1;
        println!("{}", *a.0.as_ptr() + *b.0.as_ptr());
    }
}
