//@ bug: undefined-behavior
//@ source: a pointer to an element while the vector grows

fn main() {
    let mut v = Vec::with_capacity(2);
    v.push(String::from("a"));
    v.push("b".to_string());
    let first: *const String = v.as_ptr();
    v.push("c".into());
    let s = unsafe { &*first };
    println!("{}", s);
}
