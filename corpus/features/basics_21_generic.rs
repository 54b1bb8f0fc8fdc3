//@ no-bug

struct Wrapper<T> {
    value: T,
}

impl<T> Wrapper<T> {
    fn new(value: T) -> Self {
        Wrapper { value }
    }

    fn get(&self) -> &T {
        &self.value
    }
}

fn max<T: PartialOrd>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

fn pair<A, B>(a: A, b: B) -> (B, A) {
    (b, a)
}

fn main() {
    println!("{} {} {}", max(1, 2), max(2.5, 1.5), max('a', 'b'));
    println!("{} {}", Wrapper::new(7).get(), Wrapper::new("x").get());
    println!("{:?}", pair(1u8, "b"));
    println!("{}", Wrapper::<u64> { value: 9 }.value);
}
