//@ no-bug
// A source of random numbers that says itself how it gives 32 bits is asked for them.

use rand::RngCore;

struct Counter(u32);

impl RngCore for Counter {
    fn next_u32(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }
    fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32())
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.fill(7);
    }
}

fn draw(mut source: impl RngCore) -> (u32, [u8; 2]) {
    let mut bytes = [0; 2];
    source.fill_bytes(&mut bytes);
    (source.next_u32(), bytes)
}

fn main() {
    let mut counter = Counter(0);
    println!("{:?} {:?}", draw(&mut counter), draw(Box::new(counter)));
}
