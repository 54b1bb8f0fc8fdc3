//@ bug: undefined-behavior
//@ message: "call through an invalid function pointer"
//@ source: new; a small number is no function's address
fn main() {
    let call = unsafe { std::mem::transmute::<usize, fn()>(8) };
    call();
}
