//@ no-bug
//@ source: destructors of values of which only a part is borrowed, and of trait objects that lose their trait

use std::any::Any;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, SeqCst);
    }
}

fn dropped() -> u32 {
    DROPPED.swap(0, SeqCst)
}

fn main() {
    {
        let _number = &(Counted, 0).1;
        assert_eq!(dropped(), 0);
    }
    assert_eq!(dropped(), 1);
    {
        let _element = &[(Counted, 1), (Counted, 2)][1].1;
    }
    assert_eq!(dropped(), 2);
    let any: Box<dyn Any + Send> = Box::new(Counted);
    let nothing: Box<dyn Send> = any;
    drop(nothing);
    assert_eq!(dropped(), 1);
}
