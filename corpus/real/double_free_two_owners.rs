//@ bug: undefined-behavior
//@ source: two owners of one box by `NonNull`

use std::ptr::NonNull;
struct Owner {
    p: NonNull<String>,
}
impl Owner {
    fn new(s: &str) -> Self {
        Owner {
            p: Box::leak(Box::new(s.to_owned())).into(),
        }
    }
    fn share(&self) -> Owner {
        Owner { p: self.p }
    }
    fn get(&self) -> &str {
        unsafe { self.p.as_ref() }
    }
}
impl Drop for Owner {
    fn drop(&mut self) {
        unsafe { drop(Box::from_raw(self.p.as_ptr())) }
    }
}
fn main() {
    let a = Owner::new("x");
    let b = a.share();
    println!("{}", b.get());
    drop(a);
    println!("end");
}
