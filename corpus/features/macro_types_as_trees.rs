//@ no-bug
//@ source: a type or path that one macro has matched is one token tree to the next

use std::collections::BTreeMap;
use std::thread;

mod order {
    pub const MSB: usize = 1;
}

macro_rules! sum {
    ($order:tt; $value:expr) => {
        $order + $value
    };
}

macro_rules! with_order {
    ($order:path; $value:expr) => {
        sum!($order; $value)
    };
}

macro_rules! sizes {
    (@one $t:tt) => {
        std::mem::size_of::<$t>()
    };
    (@two $a:tt $b:tt) => {
        sizes!(@one $a) + sizes!(@one $b)
    };
    ($($t:ty),+) => {
        [$(sizes!(@one $t)),+]
    };
}

macro_rules! pair {
    ($a:ty, $b:ty) => {
        sizes!(@two $a $b)
    };
}

fn main() {
    let sized = thread::spawn(|| sizes!(u8, Vec<u8>, &'static str, BTreeMap<u8, Vec<u16>>, [u32; 3]));
    assert_eq!(sized.join().unwrap(), [1, 24, 16, 24, 12]);
    assert_eq!(with_order!(crate::order::MSB; 2), 3);
    assert_eq!(pair!(Option<Box<u8>>, &[u8]), 24);
}
