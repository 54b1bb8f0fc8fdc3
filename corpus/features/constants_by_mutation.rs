//@ no-bug
//@ source: constants computed by functions that are lent places, and one read from a union

struct Fnv(u64);

impl Fnv {
    const fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ byte as u64).wrapping_mul(0x100000001b3);
    }

    const fn bytes(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            self.byte(bytes[at]);
            at += 1;
        }
        at
    }
}

const fn hash(bytes: &[u8]) -> u64 {
    let mut fnv = Fnv(0xcbf29ce484222325);
    fnv.bytes(bytes);
    fnv.0
}

const fn add(to: &mut u32, what: u32) {
    *to += what
}

const fn swap_halves(pair: &mut (u32, u32)) {
    let first = pair.0;
    pair.0 = pair.1;
    pair.1 = first;
}

const fn fill(table: &mut [u8; 4], from: u8) {
    let mut at = 0;
    while at < table.len() {
        table[at] = from + at as u8;
        at += 1;
    }
}

const fn count_down(from: &mut u32) -> u32 {
    let mut rounds = 0;
    loop {
        if *from == 0 {
            return rounds;
        }
        *from -= 1;
        rounds += 1;
    }
}

const SUM: u32 = {
    let mut sum = 1;
    add(&mut sum, 5);
    add(&mut sum, 2);
    sum
};
const PAIR: u32 = {
    let mut pair = (1, 10);
    swap_halves(&mut pair);
    add(&mut pair.0, 3);
    pair.0
};
const LENGTH: usize = {
    let mut table = [0; 4];
    fill(&mut table, 2);
    table[3] as usize
};
const ROUNDS: u32 = {
    let mut left = 6;
    let rounds = count_down(&mut left);
    rounds * 10 + left
};
const HELLO: u64 = hash(b"hello");

#[allow(dead_code)]
union Bits {
    bytes: [u8; 4],
    number: u32,
}

const FROM_BYTES: u32 = unsafe {
    Bits {
        bytes: [5, 0, 0, 0],
    }
    .number
};

fn kind(hash: u64) -> &'static str {
    match hash {
        HELLO => "hello",
        _ => "other",
    }
}

fn main() {
    assert_eq!((SUM, PAIR, ROUNDS), (8, 13, 60));
    assert_eq!([0u8; LENGTH].len(), 5);
    assert_eq!(HELLO, hash(b"hello"));
    assert_eq!((kind(hash(b"hello")), kind(1)), ("hello", "other"));
    assert_eq!(FROM_BYTES, u32::from_le_bytes([5, 0, 0, 0]));
}
