//@ no-bug

fn main() {
    let (byte, by) = (&200u8, &2usize);
    let mut word = 1i64;
    word <<= by;
    word >>= &1u8;
    println!("{} {} {} {} {word}", byte >> by, byte >> 1i32, 5u128 << by, 1 << *by);
    let mask = (0..4u32).map(|bit| 1u8 << bit).fold(0, |mask, bit| mask | bit);
    let powers: u64 = [1u32, 2].iter().map(|power| 1u64 << power).sum();
    let halves: Vec<_> = [8u8, 6].iter().map(|byte| byte >> 1).collect();
    println!("{mask} {powers} {halves:?}");
}
