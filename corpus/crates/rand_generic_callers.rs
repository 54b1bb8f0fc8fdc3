//@ no-bug
//@ source: A generator behind an interface of its own, generic over what it draws, as quickcheck has one; arrays,
//@ source: tuples and several of a list drawn at once.

use rand::distributions::uniform::{SampleRange, SampleUniform};
use rand::distributions::{Distribution, Standard, Uniform};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

struct Source { rng: SmallRng }

impl Source {
    fn any<T>(&mut self) -> T where Standard: Distribution<T> { self.rng.gen() }
    fn within<T: SampleUniform, R: SampleRange<T>>(&mut self, range: R) -> T { self.rng.gen_range(range) }
}

fn main() {
    let t = std::thread::spawn(|| {
        let mut s = Source { rng: SmallRng::seed_from_u64(7) };
        let n: u8 = s.within(3..6);
        let key: [u16; 4] = s.any();
        let (a, b, c): (bool, u8, f32) = s.any();
        let d = Uniform::from(1..=6).sample(&mut s.rng);
        let two: Vec<_> = ["x", "y", "z"].choose_multiple(&mut s.rng, 2).copied().collect();
        assert!(two.len() == 2 && two[0] != two[1] && (1..=6).contains(&d) && (3..6).contains(&n) && c < 1.0);
        (key.len(), a as u8 <= 1, b >= 0)
    });
    assert_eq!(t.join().unwrap(), (4, true, true));
}
