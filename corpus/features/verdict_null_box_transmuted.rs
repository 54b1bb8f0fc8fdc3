//@ bug: undefined-behavior
//@ source: new; a null pointer is no `Box`, also if nobody uses it

fn main() {
    let _b: std::mem::ManuallyDrop<Box<u32>> = unsafe { std::mem::transmute(0usize) };
}
