//@ bug: undefined-behavior
//@ message: "access through the address 24, where no object is"
//@ source: new; a small number is another pointer than null, where fields of null are called so
fn main() {
    let nowhere = 24 as *const u64;
    println!("{}", unsafe { *nowhere });
}
