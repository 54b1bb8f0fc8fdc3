//@ bug: undefined-behavior
//@ source: a list's head has no task around it, and its container is asked for all the same
use std::mem::offset_of;

#[repr(C)]
struct Link {
    next: *mut Link,
}

#[repr(C)]
struct Task {
    id: u64,
    link: Link,
}

unsafe fn task_of(link: *mut Link) -> *mut Task {
    unsafe { link.cast::<u8>().sub(offset_of!(Task, link)).cast() }
}

fn main() {
    let mut head = Link {
        next: std::ptr::null_mut(),
    };
    let mut task = Task {
        id: 7,
        link: Link {
            next: &raw mut head,
        },
    };
    head.next = &raw mut task.link;
    let first = head.next;
    assert_eq!(unsafe { (*task_of(first)).id }, 7);
    let second = unsafe { (*first).next };
    let nobody = unsafe { task_of(second) };
    println!("{}", nobody.is_null());
}
