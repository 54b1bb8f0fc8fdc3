//@ no-bug

fn main() {
    let a: u8 = 0b1100_1010;
    let b: u8 = 0b1010_0110;
    println!("{} {} {} {}", a & b, a | b, a ^ b, !a);
    println!("{} {} {}", 1u32 << 5, 0x80u8 >> 3, -16i32 >> 2);
    println!("{} {}", a.count_ones(), a.leading_zeros());
    println!("{} {}", 8u16.trailing_zeros(), 0u32.leading_zeros());
    println!("{} {}", a.rotate_left(3), a.rotate_right(1));
    println!("{} {}", 0x1234u16.swap_bytes(), 5u32.is_power_of_two());
    println!("{} {}", 5u32.next_power_of_two(), 6u8.reverse_bits());
    let mut f = 0u8;
    f |= 1 << 3;
    f &= !1;
    f ^= 0xf0;
    f <<= 1;
    f >>= 2;
    println!("{f:08b} {f:#x} {f:o} {:X}", 0xabcdu32);
    println!("{}", true & false | true ^ true);
}
