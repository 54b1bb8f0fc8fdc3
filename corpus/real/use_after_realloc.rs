//@ bug: undefined-behavior
//@ source: the old address is used after `realloc`

use std::alloc::{alloc, dealloc, realloc, Layout};
fn main() {
    unsafe {
        let l = Layout::array::<u32>(2).unwrap();
        let p = alloc(l) as *mut u32;
        p.write(1);
        p.add(1).write(2);
        let q = realloc(p.cast(), l, 32) as *mut u32;
        q.add(2).write(3);
        let sum = *p + *q.add(2);
        println!("{sum}");
        dealloc(q.cast(), Layout::array::<u32>(8).unwrap());
    }
}
