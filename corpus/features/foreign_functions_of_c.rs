//@ no-bug
//@ edition: 2024
//@ source: functions of C's library, declared as safe or not, with pointers of one's own types

use std::ffi::{CStr, CString, c_char, c_double, c_int, c_void};
use std::thread;

unsafe extern "C" {
    safe fn abs(input: i32) -> i32;
    pub safe fn sqrt(_: c_double) -> c_double;
    safe fn isatty(file: c_int) -> c_int;
    fn pthread_atfork(
        prepare: Option<unsafe extern "C" fn()>,
        parent: Option<unsafe extern "C" fn()>,
        child: Option<unsafe extern "C" fn()>,
    ) -> c_int;
    fn strlen(text: *const c_char) -> usize;
    fn strcmp(a: *const c_char, b: *const c_char) -> c_int;
    fn atoi(text: *const c_char) -> c_int;
    fn malloc(size: usize) -> *mut Node;
    fn free(node: *mut Node);
    fn memset(to: *mut u8, byte: c_int, count: usize) -> *mut u8;
    fn memcmp(a: *const c_void, b: *const c_void, count: usize) -> c_int;
    fn qsort(
        base: *mut c_void,
        count: usize,
        size: usize,
        order: Option<unsafe extern "C" fn(*const c_void, *const c_void) -> c_int>,
    );
}

#[repr(C)]
struct Node {
    value: u64,
    next: *mut Node,
}

unsafe extern "C" fn forked() {}

unsafe extern "C" fn descending(a: *const c_void, b: *const c_void) -> c_int {
    let (a, b) = unsafe { (*a.cast::<(u8, i32)>(), *b.cast::<(u8, i32)>()) };
    b.1.cmp(&a.1) as c_int
}

fn list(values: &[u64]) -> *mut Node {
    values
        .iter()
        .rev()
        .fold(std::ptr::null_mut(), |next, &value| unsafe {
            let node = malloc(size_of::<Node>());
            node.write(Node { value, next });
            node
        })
}

fn main() {
    println!("{} {} {}", abs(-3), sqrt(6.25), isatty(-1));
    let text = CString::new("  -42 apples").unwrap();
    unsafe {
        println!("{} {}", strlen(text.as_ptr()), atoi(text.as_ptr()));
        println!("{}", strcmp(c"ab".as_ptr(), c"b".as_ptr()) < 0);
        println!("{}", pthread_atfork(None, None, Some(forked)));
        println!("{:?}", CStr::from_ptr(text.as_ptr()));
    }
    let sum = thread::spawn(|| {
        let (mut node, mut sum) = (list(&[1, 20, 300]), 0);
        while let Some(here) = unsafe { node.as_ref() } {
            sum += here.value;
            unsafe { free(std::mem::replace(&mut node, here.next)) };
        }
        sum
    });
    let mut pairs = [(1u8, 4), (2, 9), (3, 1)];
    let mut bytes = [7u8; 4];
    unsafe {
        let size = size_of_val(&pairs[0]);
        qsort(pairs.as_mut_ptr().cast(), 3, size, Some(descending));
        let same = memset(bytes.as_mut_ptr(), 0, 3) == bytes.as_mut_ptr();
        println!("{pairs:?} {bytes:?} {same}");
        println!(
            "{}",
            memcmp(bytes.as_ptr().cast(), [0u8, 1].as_ptr().cast(), 2).signum()
        );
    }
    println!("{}", sum.join().unwrap());
}
