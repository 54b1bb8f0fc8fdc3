//@ no-bug
//@ source: memory that goes back as it came, by boxes, vectors and layouts
use std::alloc::{Layout, alloc, dealloc, realloc};
#[repr(align(64))]
struct Line(u64);
fn main() {
    unsafe {
        let l = Layout::from_size_align(16, 16).unwrap();
        let p = alloc(l);
        p.write(7);
        let p = realloc(p, l, 32);
        assert_eq!(p.read(), 7);
        dealloc(p, Layout::from_size_align(32, 16).unwrap());
        let b = Box::into_raw(Box::new(5u32));
        dealloc(b as *mut u8, Layout::from_size_align(4, 4).unwrap());
        let b = Box::into_raw(Box::new(Line(5)));
        assert_eq!((*b).0, 5);
        dealloc(b as *mut u8, Layout::new::<Line>());
        let p = alloc(Layout::new::<u32>()) as *mut u32;
        p.write(3);
        assert_eq!(*Box::from_raw(p), 3);
        let mut v = vec![1u16, 2, 3];
        let (p, len, cap) = (v.as_mut_ptr(), v.len(), v.capacity());
        std::mem::forget(v);
        dealloc(p as *mut u8, Layout::array::<u16>(cap).unwrap());
        assert_eq!(len, 3);
        let l = Layout::array::<u64>(4).unwrap();
        let p = alloc(l) as *mut u64;
        for i in 0..4 {
            p.add(i).write(i as u64);
        }
        let v = Vec::from_raw_parts(p, 4, 4);
        assert_eq!(v.iter().sum::<u64>(), 6);
        let (l, off) = Layout::new::<u32>().extend(Layout::new::<u64>()).unwrap();
        let p = alloc(l);
        (p as *mut u32).write(1);
        (p.add(off) as *mut u64).write(2);
        dealloc(p, l);
    }
}
