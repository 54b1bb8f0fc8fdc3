//@ bug: undefined-behavior
//@ source: a function is called through a pointer that says it gives more than it does

fn low(word: u32) -> u8 {
    word as u8
}

fn main() {
    let wide = unsafe { std::mem::transmute::<fn(u32) -> u8, fn(u32) -> u32>(low) };
    println!("{}", wide(300));
}
