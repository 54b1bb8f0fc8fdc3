//@ bug: undefined-behavior
//@ source: three bytes of a number are another struct's padding
#[repr(C)]
struct Short {
    first: u32,
    second: u8,
}

#[repr(C)]
struct Long {
    first: u32,
    second: u32,
}

fn main() {
    let short = Short { first: 1, second: 2 };
    let mut long = Long { first: 3, second: 4 };
    let (from, to) = (&raw const short as *const u8, &raw mut long as *mut u8);
    unsafe { std::ptr::copy_nonoverlapping(from, to, 8) };
    println!("{} {}", short.first + long.first, u32::from(short.second) + long.second);
}
