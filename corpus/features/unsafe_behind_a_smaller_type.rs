//@ bug: undefined-behavior
//@ message: "access to 8 bytes from byte 8 on of `Base`, which has 4 bytes"
//@ source: a pointer to what a larger type begins with is taken for one to the larger type
#[repr(C)]
struct Base {
    kind: u32,
}
#[repr(C)]
struct Large {
    base: Base,
    x: u64,
}

fn main() {
    let base = Box::new(Base { kind: 1 });
    let large: *const Large = (&raw const *base).cast();
    if base.kind == 1 {
        println!("{}", unsafe { (*large).x });
    }
}
