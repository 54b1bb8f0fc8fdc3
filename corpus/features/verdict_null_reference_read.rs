//@ bug: undefined-behavior
//@ source: new; what is read through a raw pointer as a reference is null

fn main() {
    let n = [0usize; 1];
    let p = n.as_ptr() as *const &u8;
    let _r = unsafe { *p };
}
