//@ no-bug
//@ source: A closure kept in an array of numbers until it is called (as what crossbeam-epoch defers is): a pointer in
//@ source: it, to memory made for no type that was seen as several, comes back as one to the type that it points to.

use std::alloc::{alloc, dealloc, Layout};
use std::mem::MaybeUninit;
use std::ptr::{addr_of_mut, read, write};
use std::thread;

#[repr(C)]
struct Tower {
    key: u32,
    users: usize,
    links: [usize; 0],
}

#[repr(C)]
struct Pair {
    left: Option<&'static Tower>,
    right: *mut [usize],
}

const LINKS: usize = 2;

type Numbers = MaybeUninit<[usize; 4]>;

struct Deferred {
    call: unsafe fn(*mut u8),
    data: Numbers,
}

impl Deferred {
    fn new<F: FnOnce()>(f: F) -> Deferred {
        unsafe fn call<F: FnOnce()>(raw: *mut u8) {
            read(raw.cast::<F>())();
        }
        let mut data = Numbers::uninit();
        unsafe { write(data.as_mut_ptr().cast::<F>(), f) };
        Deferred { call: call::<F>, data }
    }

    fn call(mut self) {
        unsafe { (self.call)(self.data.as_mut_ptr().cast()) }
    }
}

fn layout() -> Layout {
    Layout::new::<Tower>().extend(Layout::array::<usize>(LINKS).unwrap()).unwrap().0
}

fn tower(key: u32) -> *mut Tower {
    unsafe {
        let tower = alloc(layout()).cast::<Tower>();
        addr_of_mut!((*tower).key).write(key);
        addr_of_mut!((*tower).users).write(2);
        let links = addr_of_mut!((*tower).links).cast::<usize>();
        for at in 0..LINKS {
            links.add(at).write(at + 3);
        }
        tower
    }
}

unsafe fn links(tower: *mut Tower) -> *mut [usize] {
    std::ptr::slice_from_raw_parts_mut(addr_of_mut!((*tower).links).cast(), LINKS)
}

fn free(tower: *const Tower) {
    unsafe { dealloc(tower as *mut u8, layout()) }
}

fn main() {
    let first: &Tower = unsafe { &*tower(1) };
    let deferred = Deferred::new(move || {
        let tower: *const Tower = first;
        unsafe { assert_eq!(((*tower).key, (*tower).users), (1, 2)) };
        free(tower);
    });
    thread::spawn(move || deferred.call()).join().unwrap();

    let second = tower(2);
    let pair = Pair { left: unsafe { Some(&*second) }, right: unsafe { links(second) } };
    let deferred = Deferred::new(move || {
        let pair = pair;
        let Some(left) = pair.left else { panic!("nothing is left") };
        unsafe { assert_eq!((left.key, &*pair.right), (2, &[3, 4][..])) };
        free(left);
    });
    thread::spawn(move || deferred.call()).join().unwrap();

    let third = tower(3);
    let mut numbers = [0usize; 4];
    unsafe {
        let pair = Pair { left: Some(&*third), right: links(third) };
        std::ptr::copy_nonoverlapping(&pair as *const Pair as *const u8, numbers.as_mut_ptr().cast(), 24);
        let mut back = MaybeUninit::<Pair>::uninit();
        std::ptr::copy_nonoverlapping(numbers.as_ptr().cast::<u8>(), back.as_mut_ptr().cast::<u8>(), 24);
        let back = back.assume_init();
        (&mut *back.right)[1] = 9;
        assert_eq!((back.left.unwrap().key, &*links(third)), (3, &[3, 9][..]));
        free(third);
    }
}
