//@ bug: data-race
//@ source: who leaves a barrier knows of those who arrived, and not of who arrived again before it left
use std::sync::Barrier;
use std::thread;
static mut G: u32 = 0;
fn main() {
    let b = Barrier::new(2);
    thread::scope(|s| {
        s.spawn(|| {
            b.wait();
            unsafe { G = 1 };
            b.wait();
        });
        s.spawn(|| {
            b.wait();
            println!("{}", unsafe { G });
            b.wait();
        });
    });
}
