//@ no-bug

fn main() {
    println!("{} {}", 300i32 as u8, -1i32 as u8);
    println!("{} {}", -1i8 as u32, 200u8 as i8);
    println!("{} {}", u32::MAX as i32, -1i64 as usize);
    println!("{} {} {}", 3.99f64 as i32, -1.5f32 as u8, 1e20 as i32);
    println!("{}", f64::NAN as i32);
    println!("{} {}", 'a' as u32, 97u8 as char);
    println!("{} {}", true as i32, false as u8);
    println!("{}", i16::MAX as f32);
    println!("{}", (1u64 << 40) as u32);
    println!("{} {}", u64::from(7u8), i32::from(true));
    println!("{:?} {:?}", u8::try_from(300i32).is_err(), i8::try_from(5u64));
    let x: i64 = 5i32.into();
    let y: u8 = 255u32.try_into().unwrap();
    println!("{x} {y}");
}
