//@ no-bug
//@ source: free slots of a pool in raw memory are a union of a link and what is kept there, whatever that is
use std::alloc::{Layout, alloc, dealloc};
use std::mem::ManuallyDrop;
use std::sync::Mutex;
use std::thread;

union Slot<T> {
    next: *mut Slot<T>,
    value: ManuallyDrop<T>,
}

struct Pool<T> {
    raw: *mut u8,
    layout: Layout,
    free: *mut Slot<T>,
}
unsafe impl<T: Send> Send for Pool<T> {}
impl<T> Pool<T> {
    fn new(n: usize) -> Self {
        let layout = Layout::array::<Slot<T>>(n).unwrap();
        let raw = unsafe { alloc(layout) };
        let mut free = std::ptr::null_mut();
        for i in (0..n).rev() {
            let slot = unsafe { raw.add(i * size_of::<Slot<T>>()) } as *mut Slot<T>;
            unsafe { (*slot).next = free };
            free = slot;
        }
        Pool { raw, layout, free }
    }
    fn take(&mut self, value: T) -> Option<*mut T> {
        let slot = self.free;
        if slot.is_null() {
            return None;
        }
        unsafe {
            self.free = (*slot).next;
            (*slot).value = ManuallyDrop::new(value);
            Some((&raw mut (*slot).value).cast())
        }
    }
    unsafe fn give(&mut self, p: *mut T) -> T {
        unsafe {
            let value = p.read();
            let slot = p as *mut Slot<T>;
            slot.write(Slot { next: self.free });
            self.free = slot;
            value
        }
    }
}
impl<T> Drop for Pool<T> {
    fn drop(&mut self) {
        unsafe { dealloc(self.raw, self.layout) }
    }
}
struct P<T>(*mut T);
unsafe impl<T> Send for P<T> {}

#[derive(Debug, PartialEq)]
struct Big {
    a: u8,
    b: u64,
    c: String,
    d: Option<Box<u32>>,
    e: [u16; 3],
}

fn main() {
    let pool = Mutex::new(Pool::<Big>::new(2));
    thread::scope(|s| {
        for t in 0..2u8 {
            let pool = &pool;
            s.spawn(move || {
                let big = |t: u8| Big {
                    a: t,
                    b: u64::from(t) << 40,
                    c: format!("t{t}"),
                    d: (t > 0).then(|| Box::new(7)),
                    e: [t.into(); 3],
                };
                let p = P(pool.lock().unwrap().take(big(t)).unwrap());
                let p = p;
                unsafe {
                    (*p.0).b += 1;
                    (*p.0).e[2] = 9;
                    assert_eq!((*p.0).c, format!("t{t}"));
                }
                let v = unsafe { pool.lock().unwrap().give(p.0) };
                assert_eq!(v.b, (u64::from(t) << 40) + 1);
                assert_eq!(v.e[2], 9);
                assert_eq!(v.d.is_some(), t > 0);
            });
        }
    });
    let mut small = Pool::<u16>::new(3);
    let a = small.take(5).unwrap();
    let b = small.take(6).unwrap();
    unsafe {
        assert_eq!((*a, *b), (5, 6));
        assert_eq!(small.give(a), 5);
        assert_eq!(small.give(b), 6);
    }
    assert_eq!(small.take(8), Some(b));
    let mut strings = Pool::<String>::new(1);
    let p = strings.take("x".into()).unwrap();
    assert!(strings.take("y".into()).is_none());
    unsafe {
        (*p).push('z');
        assert_eq!(strings.give(p), "xz");
    }
}
