//@ bug: undefined-behavior
//@ source: a "scoped" thread that is not joined: the report names the variable that is gone and where it ended, though calls came to its place since

use std::mem::transmute;
fn spawn_scoped<'a, F: FnOnce() + Send + 'a>(f: F) -> std::thread::JoinHandle<()> {
    let b: Box<dyn FnOnce() + Send + 'a> = Box::new(f);
    let b: Box<dyn FnOnce() + Send + 'static> = unsafe { transmute(b) };
    std::thread::spawn(b)
}
fn total(v: &[u32]) -> u32 {
    let sum = std::sync::atomic::AtomicU32::new(0);
    let h = spawn_scoped(|| { sum.fetch_add(v.iter().sum(), std::sync::atomic::Ordering::SeqCst); });
    let out = sum.load(std::sync::atomic::Ordering::SeqCst);
    std::mem::forget(h);
    out
}
fn main() { println!("{}", total(&[1, 2])); std::thread::yield_now(); }
