//@ bug: data-race
//@ source: unions of several types in an array of bytes; other elements do not race, two fields of one do
use std::cell::UnsafeCell;
use std::thread;
#[repr(align(16))]
struct Arena {
    bytes: UnsafeCell<[u8; 64]>,
}
unsafe impl Sync for Arena {}
static ARENA: Arena = Arena {
    bytes: UnsafeCell::new([0; 64]),
};
#[repr(C)]
union Cellu {
    link: usize,
    f: f64,
    b: [u8; 8],
}
fn at(i: usize) -> *mut Cellu {
    unsafe { (ARENA.bytes.get() as *mut u8).add(i * 8) as *mut Cellu }
}
fn main() {
    thread::scope(|s| {
        s.spawn(|| unsafe {
            (*at(0)).link = 3;
            (*at(1)).f = 1.5;
        });
        s.spawn(|| unsafe {
            (*at(2)).b[0] = 4;
            (*at(3)).f = 2.5;
            assert_eq!((*at(3)).link, 2.5f64.to_bits() as usize)
        });
    });
    unsafe {
        assert_eq!((*at(1)).f + (*at(3)).f, 4.0);
        assert_eq!((*at(2)).link, 4);
    }
    thread::scope(|s| {
        s.spawn(|| unsafe {
            (*at(0)).b[0] = 3;
        });
        s.spawn(|| unsafe {
            (*at(0)).f = 2.5;
        });
    });
}
