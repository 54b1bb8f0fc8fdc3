//@ bug: undefined-behavior
//@ source: a reference is made of a null pointer, and nobody reads through it
struct Config {
    name: [u8; 4],
}

fn config<'a>(found: *const Config) -> &'a Config {
    unsafe { &*found }
}

fn main() {
    let here = Config { name: *b"here" };
    assert_eq!(config(&here).name[0], b'h');
    let none = Some(config(std::ptr::null()));
    println!("{}", none.is_some());
}
