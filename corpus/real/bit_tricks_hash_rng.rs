//@ no-bug
//@ source: numeric code as benchmarks have it: xorshift, FNV, crc, gcd, sieve, fixed point, saturating and checked arithmetic, split among threads

use std::thread;

struct XorShift64(u64);
impl XorShift64 {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: u64) -> u64 {
        ((self.next() as u128 * n as u128) >> 64) as u64
    }
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

const fn crc_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut crc = i as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[i] = crc;
        i += 1;
    }
    table
}
static CRC: [u32; 256] = crc_table();

fn crc32(data: impl AsRef<[u8]>) -> u32 {
    !data.as_ref().iter().fold(!0, |crc, &b| CRC[((crc ^ b as u32) & 0xff) as usize] ^ (crc >> 8))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn is_prime(n: u32) -> bool {
    n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)
}

fn collatz(mut n: u64) -> usize {
    let mut steps = 0;
    while n != 1 {
        n = if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

fn main() {
    let mut rng = XorShift64(0x9E37_79B9_7F4A_7C15);
    let rolls: Vec<u64> = (0..5).map(|_| rng.below(6) + 1).collect();
    println!("{rolls:?} {:.6}", rng.unit());
    println!("{:08x} {:#x}", crc32("123456789"), crc32(b"abc"));
    let counts: Vec<usize> = thread::scope(|s| {
        let parts: Vec<_> = [0..20, 20..40].map(|range| s.spawn(move || range.filter(|&n| is_prime(n)).count())).into();
        parts.into_iter().map(|p| p.join().unwrap()).collect()
    });
    println!("{counts:?} {}", gcd(1071, 462));
    println!("{:?}", (1..20u64).max_by_key(|&n| collatz(n)).map(|n| (n, collatz(n))));
    println!("{:?} {:?} {:?}", 250u8.checked_add(10), 250u8.saturating_add(10), 250u8.overflowing_add(10));
    println!("{} {} {}", i32::MIN.wrapping_abs(), (-7i32).rem_euclid(3), -7 / 2);
    println!("{} {} {} {}", 0b1011u8.count_ones(), 16u32.trailing_zeros(), 1u64.leading_zeros(), 0x12u8.rotate_left(4));
    println!("{} {} {}", u16::from_str_radix("ff", 16).unwrap(), i64::pow(-3, 3), 10f64.powi(-2));
    println!("{:?} {}", 1u32.to_be_bytes(), u32::from_le_bytes([1, 0, 0, 0]));
    println!("{} {} {}", 300i32 as u8, -1i8 as u32, 3.99f32 as i32);
    println!("{:?} {:?}", (0.1 + 0.2 == 0.3), f64::EPSILON > (0.1f64 + 0.2 - 0.3).abs());
    println!("{} {} {}", f64::NAN.max(1.0), (2.5f64).round(), (-0.0f64).to_string());
    println!("{} {}", u64::MAX.isqrt(), 17u32.next_power_of_two());
    println!("{:?}", 10u32.checked_pow(10).or(100u32.checked_ilog2()));
}
