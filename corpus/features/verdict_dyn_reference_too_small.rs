//@ bug: undefined-behavior
//@ source: new; a reference to a trait object where its type has no room

trait T {
    fn f(&self) -> u32;
}
impl T for [u32; 4] {
    fn f(&self) -> u32 {
        self[3]
    }
}
fn main() {
    let small = Box::new([1u32; 2]);
    let p = Box::into_raw(small) as *const [u32; 4] as *const dyn T;
    let _r: &dyn T = unsafe { &*p };
}
