//@ no-bug
//@ source: UTF-16, final sigma, matches from the end, fused multiplication, wrapped numbers, repeated elements

use std::iter;
use std::num::{Saturating, Wrapping};

fn text() {
    let mut units = [0; 2];
    let all: Vec<u16> = "a𝄞".chars().flat_map(|c| c.encode_utf16(&mut units).to_vec()).chain([0xDD1E]).collect();
    println!("{all:x?}");
    let back: Vec<_> = char::decode_utf16(all).map(|r| r.map_err(|e| e.unpaired_surrogate())).collect();
    println!("{back:?} {:?} {:?}", u16::try_from('€'), u16::try_from('𝄞').is_err());
    println!("{} {} {}", "ὈΔΥΣΣΕΎΣ ΣΑΣ".to_lowercase(), "Σ".to_lowercase(), "ΑΣ1".to_lowercase());
    println!("{:?}", "abababa".rmatch_indices("aba").collect::<Vec<_>>());
    println!("{:?}", "abababa".match_indices("aba").collect::<Vec<_>>());
    let mut digits = "12ab".chars().peekable();
    let sum: u32 = iter::from_fn(|| digits.next_if_map(|c| c.to_digit(10).ok_or(c))).sum();
    println!("{sum} {:?}", digits.collect::<String>());
}

fn numbers() {
    let (x, third) = (1.0 + f64::EPSILON, 1.0f64 / 3.0);
    println!("{:e} {:e}", x.mul_add(x, -(1.0 + 2.0 * f64::EPSILON)), third.mul_add(3.0, -1.0));
    println!("{} {}", 0.1f32.mul_add(10.0, -1.0), f64::INFINITY.mul_add(2.0, -1.0));
    let mut state = Wrapping(0x9E37_79B9_7F4A_7C15u64);
    for _ in 0..3 {
        state ^= state << 13;
        state ^= state >> 7;
        state = state * Wrapping(3) + &Wrapping(1);
    }
    println!("{state} {:#x} {}", state, state.0.rotate_left(9).count_ones());
    println!("{} {:?}", [Saturating(200u8), Saturating(100)].into_iter().sum::<Saturating<u8>>(), Saturating(7i8) / Saturating(2));
    println!("{:?}", [1, 2, 3, 4, 5].rchunks(2).rev().map(<[i32]>::len).collect::<Vec<_>>());
}

fn repeated() {
    let strings: Vec<String> = iter::repeat_n("x".to_string(), 3).collect();
    let full = Vec::<u8>::with_capacity(10);
    let last = iter::repeat_n(full, 2).last().unwrap();
    println!("{strings:?} {} {:?}", last.capacity() >= 10, iter::repeat_n(1, 4).len());
    println!("{:?}", iter::chain([1, 2], Some(3)).collect::<Vec<_>>());
}

fn main() {
    text();
    numbers();
    repeated();
}
