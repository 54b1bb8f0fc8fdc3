//@ no-bug
//@ source: type erasure by hand: a static table of functions per type

use std::any::Any;
struct VTable {
    size: usize,
    call: unsafe fn(*const (), i32) -> i32,
    drop: unsafe fn(*mut ()),
}
struct Erased {
    data: *mut (),
    vt: &'static VTable,
}
unsafe fn call_impl<F: Fn(i32) -> i32>(p: *const (), x: i32) -> i32 {
    unsafe { (*(p as *const F))(x) }
}
unsafe fn drop_impl<F>(p: *mut ()) {
    unsafe { drop(Box::from_raw(p as *mut F)) }
}
struct HasVt<F>(std::marker::PhantomData<F>);
impl<F: Fn(i32) -> i32 + 'static> HasVt<F> {
    const VT: VTable = VTable {
        size: std::mem::size_of::<F>(),
        call: call_impl::<F>,
        drop: drop_impl::<F>,
    };
}
impl Erased {
    fn new<F: Fn(i32) -> i32 + Send + 'static>(f: F) -> Self {
        Erased {
            data: Box::into_raw(Box::new(f)).cast(),
            vt: &HasVt::<F>::VT,
        }
    }
    fn call(&self, x: i32) -> i32 {
        unsafe { (self.vt.call)(self.data, x) }
    }
}
impl Drop for Erased {
    fn drop(&mut self) {
        unsafe { (self.vt.drop)(self.data) }
    }
}
unsafe impl Send for Erased {}
fn main() {
    let k = 10;
    let s = String::from("abc");
    let fs = vec![
        Erased::new(|x| x + 1),
        Erased::new(move |x| x * k),
        Erased::new(move |x| x + s.len() as i32),
    ];
    println!("{:?}", fs.iter().map(|f| f.vt.size > 0).collect::<Vec<_>>());
    let out = std::thread::spawn(move || fs.iter().fold(1, |a, f| f.call(a)))
        .join()
        .unwrap();
    println!("{out}");
    let any: Box<dyn Any> = Box::new(out);
    match any.downcast::<i32>() {
        Ok(b) => println!("i32 {b}"),
        Err(_) => unreachable!(),
    }
}
