//@ no-bug
//@ source: values at any byte, packed structs, and pointers that are aligned by hand

use std::alloc::{alloc, dealloc, Layout};
use std::ptr::{self, NonNull};

#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Header { kind: u8, len: u32, seq: u16 }

#[repr(C)]
struct Mixed { a: u8, b: u64, c: u16 }

fn put<T>(buf: &mut Vec<u8>, t: T) {
    let n = std::mem::size_of::<T>();
    buf.reserve(n);
    unsafe {
        let end = buf.as_mut_ptr().add(buf.len());
        end.cast::<T>().write_unaligned(t);
        buf.set_len(buf.len() + n);
    }
}

fn get<T: Copy>(buf: &[u8], at: usize) -> T {
    assert!(at + std::mem::size_of::<T>() <= buf.len());
    unsafe { ptr::read_unaligned(buf[at..].as_ptr() as *const T) }
}

fn main() {
    let mut b = Vec::new();
    put(&mut b, 1u8);
    put(&mut b, 0xdead_beefu32);
    put(&mut b, -2i16);
    put(&mut b, 1.5f64);
    assert_eq!(get::<u32>(&b, 1), 0xdeadbeef);
    assert_eq!(get::<i16>(&b, 5), -2);
    assert_eq!(get::<f64>(&b, 7), 1.5);
    let h: Header = get(&b, 0);
    assert_eq!(({ h.kind }, { h.len }, { h.seq }), (1, 0xdeadbeef, 0xfffe));
    let p = &raw const h.len;
    assert_eq!(unsafe { p.read_unaligned() }, 0xdeadbeef);
    let whole = b.as_ptr().cast::<Header>();
    assert_eq!(unsafe { (*whole).len }, 0xdeadbeef);
    unsafe {
        let l = Layout::from_size_align(32, 16).unwrap();
        let m = NonNull::new(alloc(l)).unwrap();
        let mixed = m.cast::<Mixed>();
        mixed.as_ptr().write(Mixed { a: 1, b: 2, c: 3 });
        assert_eq!(*m.as_ptr().add(8).cast::<u64>(), 2);
        assert_eq!(*m.as_ptr().add(16).cast::<u16>(), 3);
        let odd = m.as_ptr().add(25) as *mut u16;
        odd.write_unaligned(0x0201);
        assert_eq!(*m.as_ptr().add(26), 2);
        let up = m.as_ptr().add(1);
        let aligned = up.add(up.align_offset(8)) as *mut u64;
        *aligned += 1;
        assert_eq!((*mixed.as_ptr()).b, 3);
        dealloc(m.as_ptr(), l);
    }
    let words = [0x0403_0201u32, 0x0807_0605];
    let bytes = words.as_ptr().cast::<u8>();
    assert_eq!(unsafe { bytes.add(2).cast::<u16>().read() }, 0x0403);
    assert_eq!(unsafe { bytes.add(1).cast::<u32>().read_unaligned() }, 0x05040302);
    let (pre, mid, post) = unsafe { b.align_to::<u32>() };
    assert_eq!(pre.len() + 4 * mid.len() + post.len(), b.len());
}
