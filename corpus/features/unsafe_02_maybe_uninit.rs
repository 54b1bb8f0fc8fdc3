//@ no-bug

use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr::{self, NonNull};

struct ArrayVec<T, const N: usize> {
    items: [MaybeUninit<T>; N],
    len: usize,
}

impl<T, const N: usize> ArrayVec<T, N> {
    fn new() -> Self {
        ArrayVec { items: [const { MaybeUninit::uninit() }; N], len: 0 }
    }

    fn push(&mut self, item: T) -> Result<(), T> {
        if self.len == N {
            return Err(item);
        }
        self.items[self.len].write(item);
        self.len += 1;
        Ok(())
    }

    fn as_slice(&self) -> &[T] {
        unsafe { std::slice::from_raw_parts(self.items.as_ptr().cast::<T>(), self.len) }
    }
}

impl<T, const N: usize> Drop for ArrayVec<T, N> {
    fn drop(&mut self) {
        for slot in &mut self.items[..self.len] {
            unsafe { slot.assume_init_drop() };
        }
    }
}

struct Noisy(&'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

fn main() {
    let mut v = ArrayVec::<_, 2>::new();
    println!("{} {}", v.push(Noisy("a")).is_ok(), v.push(Noisy("b")).is_ok());
    match v.push(Noisy("c")) {
        Ok(()) => println!("fits"),
        Err(n) => println!("full for {}", n.0),
    }
    println!("{}", v.as_slice().iter().map(|n| n.0).collect::<String>());
    drop(v);

    let mut slot = MaybeUninit::<String>::uninit();
    slot.write("written".to_string());
    println!("{}", unsafe { slot.assume_init() });

    let mut m = ManuallyDrop::new(Noisy("manual"));
    println!("{}", m.0);
    unsafe { ManuallyDrop::drop(&mut m) };
    let taken = ManuallyDrop::into_inner(ManuallyDrop::new(5));
    println!("{taken}");

    let mut x = 7;
    let nn = NonNull::from(&mut x);
    unsafe {
        *nn.as_ptr() += 1;
        println!("{} {}", *nn.as_ref(), nn == NonNull::from(&mut x));
    }
    println!("{}", NonNull::new(ptr::null_mut::<i32>()).is_none());
    let (mut a, mut b) = (vec![1], vec![2, 3]);
    unsafe { ptr::swap(&mut a, &mut b) };
    println!("{:?} {:?}", a, b);
    let old = unsafe { ptr::replace(&mut a, vec![]) };
    println!("{:?} {:?}", old, a);
    let src = [1u8, 2, 3];
    let mut dst = [0u8; 3];
    unsafe { ptr::copy_nonoverlapping(src.as_ptr(), dst.as_mut_ptr(), 2) };
    println!("{:?}", dst);
    let leaked: &'static mut [i32] = Box::leak(vec![1, 2].into_boxed_slice());
    leaked[0] = 10;
    println!("{:?}", leaked);
    unsafe { drop(Box::from_raw(leaked)) };
    let p: *const [i32] = &[4, 5];
    println!("{} {}", unsafe { (&*p)[1] }, ptr::eq(&x, &x));
}
