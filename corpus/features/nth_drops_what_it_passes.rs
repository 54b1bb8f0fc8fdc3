//@ no-bug
//@ source: a destructor that panics in `nth` of an array's or vector's iterator, over which std drops a slice
use std::panic::{AssertUnwindSafe, catch_unwind};

struct Loud(u32);

impl Drop for Loud {
    fn drop(&mut self) {
        print!("{} ", self.0);
        if self.0 == 2 && !std::thread::panicking() {
            panic!("two");
        }
    }
}

fn all() -> [Loud; 5] {
    [1, 2, 3, 4, 5].map(Loud)
}

fn pass(name: &str, nth: impl FnOnce() -> Option<Loud>) {
    print!("{name}: ");
    let found = catch_unwind(AssertUnwindSafe(|| {
        let _outer = Loud(9);
        nth().map_or(0, |loud| loud.0)
    }));
    println!("{:?}", found.ok());
}

fn main() {
    pass("array", || all().into_iter().nth(3));
    pass("vector", || Vec::from(all()).into_iter().nth(3));
    pass("back", || all().into_iter().nth_back(4));
    pass("vector back", || Vec::from(all()).into_iter().nth_back(4));
    pass("too far", || Vec::from(all()).into_iter().skip(2).nth(7));
    pass("skipped", || all().into_iter().skip(4).next());
    pass("by two", || Vec::from(all()).into_iter().skip(2).step_by(2).last());
}
