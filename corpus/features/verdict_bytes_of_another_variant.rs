//@ bug: undefined-behavior
//@ source: an enum with a `repr` read as the struct of another variant, whose bytes were never written

#[repr(u8)] #[derive(Clone, Copy, PartialEq, Debug)] enum Px { None, Rgb(u8, u8, u8), Wide { a: u32, b: u32 } }
#[repr(C)] struct W { t: u8, a: u32, b: u32 }
fn main() {
    let p = Px::Rgb(1, 2, 3);
    let w = unsafe { &*(&raw const p).cast::<W>() };
    println!("{}", w.b);
}
