//! What programs ask of C's library in `extern "C"` blocks: numbers, strings, memory, sorting, time; and of Miri,
//! which dependencies are built for, in `extern "Rust"` blocks. No public module of std; the front end knows it
//! by name.
//!
//! Left out: `realloc`, functions with a variable number of arguments (`printf`; of `syscall` all but
//! `SYS_getrandom`), files, processes, threads and signals of C.

use super::{c_char, c_double, c_int, c_long, c_longlong, c_uint, c_void};
use crate::cell::UnsafeCell;
use crate::alloc::{GlobalAlloc, Layout, System, swap_bytes};
use crate::intrinsics;
use crate::mem;
use crate::prelude::v1::*;
use crate::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What is behind every address that `malloc` gives is aligned to this.
const ALIGN: usize = 16;

/// The real-time signals that there are, on Linux.
pub fn __libc_current_sigrtmin() -> c_int {
    34
}
pub fn __libc_current_sigrtmax() -> c_int {
    64
}

/// Bytes of a generator of fixed seed, so that a schedule replays.
pub unsafe fn getrandom(buffer: *mut c_void, len: usize, _flags: c_uint) -> isize {
    if len == 0 {
        // Who only asks whether there is such a function gives no buffer.
        return 0;
    }
    let bytes = unsafe { crate::slice::from_raw_parts_mut(buffer as *mut u8, len) };
    match crate::crates::getrandom::fill(bytes) {
        Ok(()) => len as isize,
        Err(_) => -1,
    }
}

/// What a system call is given: a number or an address.
pub trait Word {
    fn address(self) -> *mut c_void;
    fn number(self) -> usize;
}
impl<T> Word for *mut T {
    fn address(self) -> *mut c_void {
        self as *mut c_void
    }
    fn number(self) -> usize {
        self as usize
    }
}
impl<T> Word for *const T {
    fn address(self) -> *mut c_void {
        self as *mut c_void
    }
    fn number(self) -> usize {
        self as usize
    }
}
macro_rules! words {
    ($($number:ty)*) => { $(
        impl Word for $number {
            fn address(self) -> *mut c_void {
                self as usize as *mut c_void
            }
            fn number(self) -> usize {
                self as usize
            }
        }
    )* };
}
words! { i32 u32 i64 u64 isize usize }

const SYS_GETRANDOM: c_long = 318;

pub unsafe fn syscall<A: Word, B: Word, C: Word>(number: c_long, a: A, b: B, c: C) -> c_long {
    if number != SYS_GETRANDOM {
        unsafe { intrinsics::unsupported() };
    }
    unsafe { getrandom(a.address(), b.number(), c.number() as c_uint) as c_long }
}

crate::thread_local! {
    static ERRNO: UnsafeCell<c_int> = const { UnsafeCell::new(0) };
}
/// Where the thread's `errno` is.
pub fn __errno_location() -> *mut c_int {
    ERRNO.with(|errno| errno.get())
}

pub fn abs(x: c_int) -> c_int {
    magnitude(x.checked_abs())
}
pub fn labs(x: c_long) -> c_long {
    magnitude(x.checked_abs())
}
pub fn llabs(x: c_longlong) -> c_longlong {
    magnitude(x.checked_abs())
}
fn magnitude<T>(known: Option<T>) -> T {
    match known {
        Some(magnitude) => magnitude,
        None => unsafe { intrinsics::undefined("the absolute value of a number that has none") },
    }
}
pub fn sqrt(x: c_double) -> c_double {
    x.sqrt()
}
pub fn pow(x: c_double, y: c_double) -> c_double {
    x.powf(y)
}
pub fn exp(x: c_double) -> c_double {
    x.exp()
}
pub fn log(x: c_double) -> c_double {
    x.ln()
}
pub fn sin(x: c_double) -> c_double {
    x.sin()
}
pub fn cos(x: c_double) -> c_double {
    x.cos()
}
pub fn tan(x: c_double) -> c_double {
    x.tan()
}
pub fn floor(x: c_double) -> c_double {
    x.floor()
}
pub fn ceil(x: c_double) -> c_double {
    x.ceil()
}
pub fn fabs(x: c_double) -> c_double {
    x.abs()
}

/// A character where there is one; else a byte that belongs to no class.
fn byte(c: c_int) -> u8 {
    if c < 0 || c > 127 { 128 } else { c as u8 }
}
pub fn isalpha(c: c_int) -> c_int {
    byte(c).is_ascii_alphabetic() as c_int
}
pub fn isdigit(c: c_int) -> c_int {
    byte(c).is_ascii_digit() as c_int
}
pub fn isalnum(c: c_int) -> c_int {
    byte(c).is_ascii_alphanumeric() as c_int
}
pub fn isspace(c: c_int) -> c_int {
    (byte(c) == b' ' || byte(c) >= 9 && byte(c) <= 13) as c_int
}
pub fn toupper(c: c_int) -> c_int {
    if byte(c).is_ascii_lowercase() { c - 32 } else { c }
}
pub fn tolower(c: c_int) -> c_int {
    if byte(c).is_ascii_uppercase() { c + 32 } else { c }
}

pub unsafe fn strlen(text: *const c_char) -> usize {
    unsafe { super::CStr::from_ptr(text).count_bytes() }
}
pub unsafe fn strcmp(a: *const c_char, b: *const c_char) -> c_int {
    unsafe { strncmp(a, b, usize::MAX) }
}
pub unsafe fn strncmp(a: *const c_char, b: *const c_char, count: usize) -> c_int {
    let mut at = 0;
    while at < count {
        let (x, y) = unsafe { (*a.add(at) as u8, *b.add(at) as u8) };
        if x != y || x == 0 {
            return x as c_int - y as c_int;
        }
        at += 1;
    }
    0
}
pub unsafe fn strcpy(to: *mut c_char, from: *const c_char) -> *mut c_char {
    unsafe { crate::ptr::copy_nonoverlapping(from, to, strlen(from) + 1) };
    to
}
pub unsafe fn atoi(text: *const c_char) -> c_int {
    unsafe { atol(text) as c_int }
}
pub unsafe fn atol(text: *const c_char) -> c_long {
    let mut at = 0;
    let mut read = || unsafe {
        at += 1;
        *text.add(at - 1) as u8
    };
    let mut next = read();
    while isspace(next as c_int) != 0 {
        next = read();
    }
    let negative = next == b'-';
    if negative || next == b'+' {
        next = read();
    }
    let mut number: c_long = 0;
    while next.is_ascii_digit() {
        number = number.wrapping_mul(10).wrapping_sub((next - b'0') as c_long);
        next = read();
    }
    if negative { number } else { number.wrapping_neg() }
}

pub unsafe fn malloc(size: usize) -> *mut c_void {
    unsafe { System.alloc(layout(size)) as *mut c_void }
}
pub unsafe fn calloc(count: usize, size: usize) -> *mut c_void {
    match count.checked_mul(size) {
        Some(size) => unsafe { System.alloc_zeroed(layout(size)) as *mut c_void },
        None => crate::ptr::null_mut(),
    }
}
/// Of no bytes C gives an address of its own.
fn layout(size: usize) -> Layout {
    unsafe { Layout::from_size_align_unchecked(if size == 0 { 1 } else { size }, ALIGN) }
}
pub unsafe fn free(memory: *mut c_void) {
    if !memory.is_null() {
        unsafe { intrinsics::free(memory as *mut u8) }
    }
}
pub unsafe fn memcpy(to: *mut c_void, from: *const c_void, count: usize) -> *mut c_void {
    unsafe { crate::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, count) };
    to
}
pub unsafe fn memmove(to: *mut c_void, from: *const c_void, count: usize) -> *mut c_void {
    unsafe { crate::ptr::copy(from as *const u8, to as *mut u8, count) };
    to
}
pub unsafe fn memset(to: *mut c_void, byte: c_int, count: usize) -> *mut c_void {
    unsafe { crate::ptr::write_bytes(to as *mut u8, byte as u8, count) };
    to
}
pub unsafe fn memcmp(a: *const c_void, b: *const c_void, count: usize) -> c_int {
    let (a, b) = (a as *const u8, b as *const u8);
    let mut at = 0;
    while at < count {
        let (x, y) = unsafe { (*a.add(at), *b.add(at)) };
        if x != y {
            return x as c_int - y as c_int;
        }
        at += 1;
    }
    0
}

/// What `qsort` is given to compare with, declared in one of several ways. (The type of an unsafe function is
/// that of a safe one here.)
pub trait Comparison: Copy {
    unsafe fn compare(self, a: *const u8, b: *const u8) -> c_int;
}
impl<T> Comparison for extern "C" fn(*const T, *const T) -> c_int {
    unsafe fn compare(self, a: *const u8, b: *const u8) -> c_int {
        self(a as *const T, b as *const T)
    }
}
impl<F: Comparison> Comparison for Option<F> {
    unsafe fn compare(self, a: *const u8, b: *const u8) -> c_int {
        unsafe { self.unwrap_unchecked().compare(a, b) }
    }
}
pub unsafe fn qsort<F: Comparison>(base: *mut c_void, count: usize, size: usize, order: F) {
    let base = base as *mut u8;
    let mut sorted = 1;
    while sorted < count {
        let mut at = sorted;
        while at > 0 {
            let (before, here) = unsafe { (base.add((at - 1) * size), base.add(at * size)) };
            if unsafe { order.compare(before, here) } <= 0 {
                break;
            }
            unsafe { swap_bytes(before, here, size) };
            at -= 1;
        }
        sorted += 1;
    }
}

pub unsafe fn puts(text: *const c_char) -> c_int {
    let text = unsafe { super::CStr::from_ptr(text) };
    println!("{}", text.to_string_lossy());
    1
}
pub fn putchar(c: c_int) -> c_int {
    print!("{}", c as u8 as char);
    c
}
pub fn sleep(seconds: c_uint) -> c_uint {
    crate::thread::sleep(Duration::from_secs(seconds as u64));
    0
}
pub fn usleep(microseconds: c_uint) -> c_int {
    crate::thread::sleep(Duration::from_micros(microseconds as u64));
    0
}
/// `time` is where a `timespec` is: seconds, and nanoseconds.
pub unsafe fn clock_gettime(clock: c_int, time: *mut c_void) -> c_int {
    const REALTIME: c_int = 0;
    let now = match clock {
        REALTIME => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
        _ => Instant::now().duration_since_boot(),
    };
    let parts = [now.as_secs() as c_long, now.subsec_nanos() as c_long];
    unsafe { memcpy(time, parts.as_ptr() as *const c_void, mem::size_of_val(&parts)) };
    0
}
pub fn sched_yield() -> c_int {
    crate::thread::yield_now();
    0
}
/// No frames are known.
pub fn miri_backtrace_size(_flags: u64) -> usize {
    0
}
pub fn miri_get_backtrace(_flags: u64, _frames: *mut c_void) {}
/// Nobody forks.
pub fn pthread_atfork(
    _prepare: Option<unsafe extern "C" fn()>,
    _parent: Option<unsafe extern "C" fn()>,
    _child: Option<unsafe extern "C" fn()>,
) -> c_int {
    0
}
/// Nothing is a terminal.
pub fn isatty(_file: c_int) -> c_int {
    0
}
pub fn getpid() -> c_int {
    crate::process::id() as c_int
}
pub fn exit(code: c_int) -> ! {
    crate::process::exit(code)
}
pub fn abort() -> ! {
    crate::process::abort()
}
