//@ no-bug
//@ source: which methods of an iterator its adapters ask, and when `collect` asks how many there are
use std::cell::Cell;

#[derive(Clone)]
struct Numbers<'a> {
    rest: std::ops::Range<u32>,
    asked: &'a Cell<u64>,
}
impl Numbers<'_> {
    /// The calls are the digits of a number.
    fn note(&self, digit: u64) {
        self.asked.set(self.asked.get() * 10 + digit);
    }
}
impl Iterator for Numbers<'_> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.note(1);
        self.rest.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.note(2);
        (self.rest.len().min(1), None)
    }
    fn nth(&mut self, n: usize) -> Option<u32> {
        self.note(3);
        self.rest.nth(n)
    }
    fn count(self) -> usize {
        self.note(4);
        self.rest.count()
    }
    fn last(self) -> Option<u32> {
        self.note(5);
        self.rest.last()
    }
}
impl DoubleEndedIterator for Numbers<'_> {
    fn next_back(&mut self) -> Option<u32> {
        self.note(6);
        self.rest.next_back()
    }
    fn nth_back(&mut self, n: usize) -> Option<u32> {
        self.note(7);
        self.rest.nth_back(n)
    }
}
impl ExactSizeIterator for Numbers<'_> {
    fn len(&self) -> usize {
        self.note(8);
        self.rest.len()
    }
}

struct Refs<'a>(std::slice::Iter<'a, u32>, &'a Cell<u64>);
impl<'a> Iterator for Refs<'a> {
    type Item = &'a u32;
    fn next(&mut self) -> Option<&'a u32> {
        self.1.set(self.1.get() * 10 + 1);
        self.0.next()
    }
    fn nth(&mut self, n: usize) -> Option<&'a u32> {
        self.1.set(self.1.get() * 10 + 3);
        self.0.nth(n)
    }
    fn count(self) -> usize {
        self.1.set(self.1.get() * 10 + 4);
        self.0.count()
    }
    fn last(self) -> Option<&'a u32> {
        self.1.set(self.1.get() * 10 + 5);
        self.0.last()
    }
}

fn main() {
    let asked = &Cell::new(0);
    let numbers = || Numbers { rest: 0..6, asked };
    macro_rules! show {
        ($($asked:expr;)*) => { $(println!("{:?} {}", $asked, asked.take());)* };
    }
    show! {
        numbers().enumerate().nth(2);
        numbers().enumerate().nth_back(2);
        numbers().enumerate().count();
        numbers().rev().nth(2);
        numbers().rev().nth_back(2);
        numbers().take(4).nth(2);
        numbers().take(4).nth(4);
        numbers().take(4).next_back();
        numbers().skip(2).nth(2);
        numbers().skip(2).count();
        numbers().skip(2).last();
        numbers().skip(9).last();
        numbers().chain(numbers()).count();
        numbers().chain(numbers()).last();
        (&mut numbers()).nth_back(1);
        Box::new(numbers()).nth_back(1);
        numbers().collect::<Vec<_>>();
        numbers().skip(6).collect::<Vec<_>>();
        vec![0; 3].extend(numbers());
    }
    let list = [4, 5, 6, 7];
    let refs = || Refs(list.iter(), asked);
    show! {
        refs().copied().nth(2);
        refs().copied().count();
        refs().copied().last();
        refs().cloned().count();
    }

    let capacities = [
        (0..3).collect::<Vec<_>>().capacity(),
        numbers().filter(|n| *n > 0).collect::<Vec<_>>().capacity(),
        (0..9u8).filter(|n| n % 2 == 0).collect::<Vec<_>>().capacity(),
        list.iter().map(|n| n + 1).collect::<Vec<_>>().capacity(),
        std::iter::repeat(1).take(0).collect::<Vec<_>>().capacity(),
    ];
    let mut grown = vec![1, 2, 3];
    grown.extend(0..9);
    let exact = grown.capacity();
    grown.extend(&[1; 6]);
    println!("{capacities:?} {exact} {}", grown.capacity());
}
