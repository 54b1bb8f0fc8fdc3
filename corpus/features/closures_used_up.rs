//@ no-bug
//@ outcomes: 1
//@ source: new; closures that could be called again and are used up by a call: what they capture is theirs from then
//@ source: on, with the values that calls before have left, and is dropped when the call is over, in order
use std::cell::Cell;
use std::thread;

struct Loud<'a>(&'a str, &'a Cell<u32>);

impl Drop for Loud<'_> {
    fn drop(&mut self) {
        self.1.set(self.1.get() + 1);
        println!("{} is dropped, number {}", self.0, self.1.get());
    }
}

fn last<R>(call: impl FnOnce() -> R) -> R {
    call()
}

fn twice_and_last(mut call: impl FnMut() -> u32) -> [u32; 3] {
    [call(), call(), last(call)]
}

fn numbers_that_calls_change() {
    let mut count = 10;
    let mut next = move || {
        count += 1;
        count
    };
    assert_eq!([next(), next()], [11, 12]);
    let mut copy = next;
    assert_eq!(last(next), 13);
    assert_eq!([copy(), count], [13, 10]);
    assert_eq!(twice_and_last(copy), [14, 15, 16]);
    let boxed: Box<dyn FnOnce() -> u32> = Box::new(copy);
    assert_eq!(boxed(), 14);
}

fn numbers_whose_address_is_taken(seed: u64) -> u64 {
    let (mut a, pair, wide) = (seed, (seed + 1, true), [seed; 40]);
    last(move || {
        let add = |to: &mut u64, from: &u64| *to += from;
        add(&mut a, &pair.0);
        let by_reference = || a + wide[39];
        let sum = by_reference();
        let mut by_value = move || {
            a += 100;
            a + sum
        };
        by_value() + last(by_value) + u64::from(pair.1)
    })
}

fn what_is_dropped(order: &Cell<u32>) {
    let (first, number, second) = (Loud("first", order), 5, Loud("second", order));
    let show = move |more: u32| {
        let _here = Loud("the call's own", order);
        println!("{} and {} with {}", first.0, second.0, number + more);
        number * more
    };
    assert_eq!(Some(3).map(show), Some(15));
}

fn panics_in_its_last_call(order: &Cell<u32>) {
    let (guard, divisor) = (Loud("guard", order), order.get() - 3);
    let divide = move || {
        let _guard = &guard;
        12 / divisor
    };
    let call = std::panic::AssertUnwindSafe(divide);
    assert!(std::panic::catch_unwind(call).is_err());
}

fn main() {
    numbers_that_calls_change();
    println!("{}", numbers_whose_address_is_taken(1));
    let order = Cell::new(0);
    what_is_dropped(&order);
    panics_in_its_last_call(&order);
    let mut sum = 0;
    let (step, mut left) = (4, 3);
    let add_all = move || {
        while left > 0 {
            sum += step * left;
            left -= 1;
        }
        (sum, left)
    };
    assert_eq!(thread::spawn(add_all).join().unwrap(), (24, 0));
    assert_eq!(thread::spawn(add_all).join().unwrap(), (24, 0));
    println!("{sum} {left} {}", order.get());
}
