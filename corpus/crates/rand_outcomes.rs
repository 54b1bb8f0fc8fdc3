//@ no-bug
//@ outcomes: 6
//@ source: a coin and a die of three sides: all six results are outcomes

use rand::{Rng, thread_rng};

fn main() {
    let mut rng = thread_rng();
    let coin = rng.gen_bool(0.5);
    let die = rng.gen_range(0..3);
    assert!(rng.gen_bool(1.0) && !rng.gen_bool(0.0));
    println!("{coin} {die} on {} cores", num_cpus::get());
}
