//@ no-bug

use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Waker;

static NUMBER: u8 = 3;

struct Counted<'a>(&'a std::cell::Cell<u32>, u32);

impl Clone for Counted<'_> {
    fn clone(&self) -> Self {
        assert!(self.1 != 2, "no third one");
        self.0.set(self.0.get() + 1);
        Counted(self.0, self.1)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

fn main() {
    let mut text = String::from("ab");
    unsafe { text.get_unchecked_mut(0..1) }.make_ascii_uppercase();
    println!("{text}");

    let waker = Waker::noop();
    println!(
        "{} {}",
        waker.data().is_null(),
        std::ptr::eq(waker.vtable(), Waker::noop().vtable())
    );
    println!("{}", *Pin::static_ref(&NUMBER));
    let mut outer = Pin::new(&mut text);
    println!("{}", Pin::new(&mut outer).as_deref_mut().len());

    let mut numbers = [MaybeUninit::<u8>::uninit(); 2];
    numbers.write_copy_of_slice(&[1, 2])[1] += 5;
    println!("{:?}", unsafe { numbers.assume_init_ref() });

    let alive = std::cell::Cell::new(3);
    let values = [0, 1, 2].map(|index| Counted(&alive, index));
    let mut slots = [const { MaybeUninit::uninit() }; 2];
    println!("{}", slots.write_clone_of_slice(&values[..2]).len());
    unsafe { slots.assume_init_drop() };
    let mut slots = [const { MaybeUninit::uninit() }; 3];
    let failed = catch_unwind(AssertUnwindSafe(|| {
        slots.write_clone_of_slice(&values).len()
    }));
    println!("{} {}", failed.is_err(), alive.get());

    let none = Vec::<()>::with_capacity(usize::MAX);
    println!("{} {}", none.len(), none.capacity() == usize::MAX);
}
