//@ bug: undefined-behavior
//@ source: a byte that stands for no variant is written to an enum, which is matched: the report is at the match
#[allow(dead_code)]
enum Light {
    Red,
    Green,
}

fn main() {
    let mut light = Light::Red;
    unsafe { (&raw mut light).cast::<u8>().write(9) };
    match light {
        Light::Red => println!("stop"),
        Light::Green => println!("go"),
    }
}
