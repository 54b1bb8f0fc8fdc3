//@ no-bug

static mut COUNTER: u32 = 0;

unsafe fn bump() -> u32 {
    unsafe {
        COUNTER += 1;
        COUNTER
    }
}

struct Node {
    value: i32,
    next: *mut Node,
}

fn main() {
    let mut x = 10;
    let p = &mut x as *mut i32;
    let q: *const i32 = p;
    unsafe {
        *p += 1;
        println!("{} {}", *q, p.is_null());
    }
    println!("{x}");
    unsafe {
        bump();
        println!("{}", bump());
    }
    let mut arr = [1, 2, 3, 4];
    let base = arr.as_mut_ptr();
    unsafe {
        *base.add(1) = 20;
        *base.offset(2) += 5;
        println!("{} {}", *base.add(3), base.add(3).offset_from(base));
        std::ptr::swap(base, base.add(3));
    }
    println!("{:?}", arr);
    let c = Box::into_raw(Box::new(Node { value: 3, next: std::ptr::null_mut() }));
    let b = Box::into_raw(Box::new(Node { value: 2, next: c }));
    let mut at = b;
    let mut sum = 0;
    while !at.is_null() {
        unsafe {
            sum += (*at).value;
            at = (*at).next;
        }
    }
    println!("{sum}");
    unsafe {
        drop(Box::from_raw(b));
        drop(Box::from_raw(c));
    }
    let s = String::from("read");
    let t = unsafe { std::ptr::read(&s) };
    std::mem::forget(s);
    println!("{t}");
    let mut slot = 5;
    unsafe { std::ptr::write(&mut slot, 6) };
    println!("{slot}");
    let r: Option<&i32> = unsafe { q.as_ref() };
    println!("{:?}", r);
}
