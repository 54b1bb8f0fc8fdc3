//@ no-bug
//@ source: values of unit structs in the constants of types, as units of time are
use std::thread;

trait Multiple<Of, Number> {
    const VALUE: Number;
}

#[derive(Clone, Copy)]
struct Nanosecond;

#[derive(Clone, Copy)]
struct Second;

impl Multiple<Nanosecond, u32> for Second {
    const VALUE: u32 = 1_000_000_000;
}

impl Multiple<Nanosecond, u64> for Second {
    const VALUE: u64 = 1_000_000_000;
}

const fn times<Of, Number, Larger: Multiple<Of, Number> + Copy>(_: Larger) -> Number {
    Larger::VALUE
}

impl Nanosecond {
    const fn per<Number>(larger: impl Multiple<Nanosecond, Number> + Copy) -> Number {
        times(larger)
    }
}

struct Ranged<const LAST: u32>(u32);

type Fraction = Ranged<{ Nanosecond::per::<u32>(Second) - 1 }>;

fn last<const LAST: u32>(of: &Ranged<LAST>) -> u32 {
    LAST - of.0
}

fn main() {
    let fraction: Fraction = Ranged(9);
    let rest = thread::spawn(move || last(&fraction));
    assert_eq!(rest.join().unwrap(), 999_999_990);
}
