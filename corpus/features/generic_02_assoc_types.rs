//@ no-bug

trait Container {
    type Item;
    const NAME: &'static str;

    fn get(&self, i: usize) -> Option<&Self::Item>;
    fn size(&self) -> usize;

    fn last(&self) -> Option<&Self::Item> {
        if self.size() == 0 { None } else { self.get(self.size() - 1) }
    }
}

struct Stack<T>(Vec<T>);

impl<T> Container for Stack<T> {
    type Item = T;
    const NAME: &'static str = "stack";

    fn get(&self, i: usize) -> Option<&T> {
        self.0.get(i)
    }

    fn size(&self) -> usize {
        self.0.len()
    }
}

fn total<C>(c: &C) -> i64
where
    C: Container,
    C::Item: Into<i64> + Copy,
{
    let mut sum = 0;
    for i in 0..c.size() {
        sum += (*c.get(i).unwrap()).into();
    }
    sum
}

struct Fib {
    a: u32,
    b: u32,
}

impl Iterator for Fib {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let r = self.a;
        (self.a, self.b) = (self.b, self.a + self.b);
        Some(r)
    }
}

struct Countdown(u8);

impl IntoIterator for Countdown {
    type Item = u8;
    type IntoIter = std::iter::Rev<std::ops::Range<u8>>;

    fn into_iter(self) -> Self::IntoIter {
        (0..self.0).rev()
    }
}

trait Zero {
    const ZERO: Self;
    fn is_zero(&self) -> bool;
}

impl Zero for u32 {
    const ZERO: u32 = 0;
    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }
}

fn main() {
    let s = Stack(vec![1i32, 2, 3]);
    println!("{} {:?} {}", total(&s), s.last(), <Stack<i32> as Container>::NAME);
    println!("{:?}", Stack::<u8>(vec![]).last());
    let f: Vec<u32> = Fib { a: 0, b: 1 }.take_while(|&x| x < 50).collect();
    println!("{:?}", f);
    println!("{}", Fib { a: 0, b: 1 }.skip(5).step_by(2).take(3).sum::<u32>());
    for i in Countdown(3) {
        print!("{i} ");
    }
    println!("{}", u32::ZERO.is_zero());
}
