//@ no-bug
//@ source: values that need no memory: empty boxed slices, boxes of types without size, vectors that never
//@ source: grew. Their pointers are not null, and nothing is freed.

use std::collections::VecDeque;
use std::ptr::NonNull;

struct Loud;

impl Drop for Loud {
    fn drop(&mut self) {
        println!("gone");
    }
}

struct Wheels {
    wheels: Box<[Box<[u32]>]>,
}

fn main() {
    let wheels = Wheels {
        wheels: Box::default(),
    };
    println!("{}", wheels.wheels.len());
    drop(wheels);

    let name: Box<str> = Box::default();
    println!("[{name}] {:?}", Vec::<u8>::new().into_boxed_slice());

    println!("{}", Vec::<u64>::new().as_ptr().is_null());
    println!("{}", NonNull::new(Vec::<u64>::new().as_mut_ptr()).is_some());

    let raw = Box::into_raw(Box::new(Loud));
    println!("{}", raw.is_null());
    drop(unsafe { Box::from_raw(raw) });
    drop(unsafe { Box::from_raw(NonNull::<()>::dangling().as_ptr()) });

    let erased: Box<dyn FnOnce() -> u32> = Box::new(|| 7);
    println!("{}", erased());
    let erased: Box<dyn std::any::Any> = Box::new(Loud);
    drop(erased);

    let mut many = vec![Loud, Loud];
    many.push(Loud);
    println!("{} {}", many.len(), many.capacity() == usize::MAX);
    many.pop();
    let boxed = many.into_boxed_slice();
    println!("{}", boxed.len());
    drop(boxed.into_vec());

    let mut queue: VecDeque<()> = VecDeque::new();
    queue.push_back(());
    queue.push_front(());
    println!("{}", queue.len());
    let shared: std::sync::Arc<[u8]> = Vec::new().into();
    println!("{}", shared.len());
}
