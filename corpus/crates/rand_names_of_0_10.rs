//@ no-bug
//@ source: the names that `rand` has since 0.10: `Rng` and `RngExt`, `make_rng`; strings and fills

use rand::distr::{Alphanumeric, Distribution};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use std::sync::Mutex;
use std::thread;

fn token(rng: &mut impl Rng, length: usize) -> String {
    rng.sample_iter(&Alphanumeric)
        .take(length)
        .map(char::from)
        .collect()
}

fn main() {
    let seen = Mutex::new(Vec::new());
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                let coin = rand::rng().random_range(0..2);
                seen.lock().unwrap().push(coin);
            });
        }
    });
    assert!(seen.lock().unwrap().iter().all(|&coin| coin < 2));
    let mut rng: SmallRng = rand::make_rng();
    let word = token(&mut rng, 7);
    assert!(word.len() == 7 && word.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let mut bytes = [0u8; 4];
    rng.fill(&mut bytes);
    rng.fill(&mut bytes[1..]);
    assert!([1, 2, 3].choose(&mut rng).is_some());
    let numbers: Vec<u16> = SmallRng::seed_from_u64(1).random_iter().take(2).collect();
    assert_eq!(numbers.len(), 2);
    let letter: u8 = Alphanumeric.sample(&mut rng);
    assert!(letter.is_ascii());
}
