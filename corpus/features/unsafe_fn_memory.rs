//@ bug: undefined-behavior
//@ message: "access to the memory of a function"
//@ source: new; a function's address can be passed on and compared, but nothing can be written there
fn seven() -> u32 {
    7
}

fn main() {
    let code = seven as fn() -> u32 as *mut u8;
    assert!(!code.is_null());
    unsafe { *code = 0xC3 };
    println!("{}", seven());
}
