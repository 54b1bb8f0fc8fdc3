//@ no-bug
//@ source: a sort in the style of C: void pointers, an element size, a comparison called back

use std::ffi::{c_int, c_void};

type Compare = extern "C" fn(*const c_void, *const c_void) -> c_int;

extern "C" fn by_number(a: *const c_void, b: *const c_void) -> c_int {
    unsafe { *(a as *const u16) as c_int - *(b as *const u16) as c_int }
}

extern "C" fn by_age(a: *const c_void, b: *const c_void) -> c_int {
    let (a, b) = unsafe { (&*a.cast::<Person>(), &*b.cast::<Person>()) };
    a.age as c_int - b.age as c_int
}

unsafe fn sort(base: *mut c_void, count: usize, size: usize, compare: Compare) {
    let at = |i: usize| unsafe { (base as *mut u8).add(i * size) };
    for i in 1..count {
        let mut j = i;
        while j > 0 && compare(at(j - 1) as *const c_void, at(j) as *const c_void) > 0 {
            for k in 0..size {
                std::ptr::swap(at(j - 1).add(k), at(j).add(k));
            }
            j -= 1;
        }
    }
}

#[repr(C)]
struct Person {
    age: u8,
    name: &'static str,
}

fn main() {
    let mut numbers = [300u16, 5, 260, 1];
    let mut people = [Person { age: 40, name: "Ada" }, Person { age: 9, name: "Bo" }];
    unsafe {
        sort(numbers.as_mut_ptr() as *mut c_void, numbers.len(), 2, by_number);
        let size = std::mem::size_of::<Person>();
        sort(people.as_mut_ptr().cast(), people.len(), size, by_age);
    }
    println!("{numbers:?} {} {}", people[0].name, people[1].name);
}
