//@ no-bug

use std::cell::UnsafeCell;

struct MyCell<T> {
    value: UnsafeCell<T>,
}

impl<T: Copy> MyCell<T> {
    const fn new(value: T) -> Self {
        MyCell { value: UnsafeCell::new(value) }
    }

    fn get(&self) -> T {
        unsafe { *self.value.get() }
    }

    fn set(&self, v: T) {
        unsafe { *self.value.get() = v }
    }

    fn update(&self, f: impl FnOnce(T) -> T) {
        self.set(f(self.get()))
    }
}

fn main() {
    let c = MyCell::new(4);
    let (a, b) = (&c, &c);
    a.set(5);
    b.update(|x| x * 10);
    println!("{}", c.get());
    let mut u = UnsafeCell::new(String::from("x"));
    u.get_mut().push('y');
    println!("{}", u.into_inner());
    let arr = MyCell::new([1, 2, 3]);
    unsafe {
        let p = arr.value.get();
        (*p)[1] = 20;
    }
    println!("{:?}", arr.get());
}
