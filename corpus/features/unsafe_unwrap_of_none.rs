//@ bug: undefined-behavior
//@ message: "unwrap_unchecked of `None`"
//@ source: new; what is wrong is said in the words of the method
fn main() {
    let found: Option<usize> = "word".find('w');
    assert_eq!(unsafe { found.unwrap_unchecked() }, 0);
    let missing: Option<usize> = "word".find('x');
    println!("{}", unsafe { missing.unwrap_unchecked() });
}
