//@ no-bug
//@ source: The Rust Programming Language, chapter 13: closures that capture, FnOnce and FnMut, iterators over a struct's own state

use std::thread;

#[derive(Debug, PartialEq, Copy, Clone)]
enum ShirtColor {
    Red,
    Blue,
}

struct Inventory {
    shirts: Vec<ShirtColor>,
}

impl Inventory {
    fn giveaway(&self, user_preference: Option<ShirtColor>) -> ShirtColor {
        user_preference.unwrap_or_else(|| self.most_stocked())
    }

    fn most_stocked(&self) -> ShirtColor {
        let mut num_red = 0;
        let mut num_blue = 0;
        for color in &self.shirts {
            match color {
                ShirtColor::Red => num_red += 1,
                ShirtColor::Blue => num_blue += 1,
            }
        }
        if num_red > num_blue { ShirtColor::Red } else { ShirtColor::Blue }
    }
}

#[derive(Debug)]
struct Rectangle {
    width: u32,
    height: u32,
}

#[derive(PartialEq, Debug)]
struct Shoe {
    size: u32,
    style: String,
}

fn shoes_in_size(shoes: Vec<Shoe>, shoe_size: u32) -> Vec<Shoe> {
    shoes.into_iter().filter(|s| s.size == shoe_size).collect()
}

struct Counter {
    count: u32,
}

impl Iterator for Counter {
    type Item = u32;
    fn next(&mut self) -> Option<Self::Item> {
        if self.count < 5 {
            self.count += 1;
            Some(self.count)
        } else {
            None
        }
    }
}

struct Cacher<T>
where
    T: Fn(u32) -> u32,
{
    calculation: T,
    value: Option<u32>,
}

impl<T> Cacher<T>
where
    T: Fn(u32) -> u32,
{
    fn new(calculation: T) -> Cacher<T> {
        Cacher { calculation, value: None }
    }

    fn value(&mut self, arg: u32) -> u32 {
        match self.value {
            Some(v) => v,
            None => {
                let v = (self.calculation)(arg);
                self.value = Some(v);
                v
            }
        }
    }
}

fn main() {
    let store = Inventory { shirts: vec![ShirtColor::Blue, ShirtColor::Red, ShirtColor::Blue] };
    println!("{:?} {:?}", store.giveaway(Some(ShirtColor::Red)), store.giveaway(None));

    let mut list = [
        Rectangle { width: 10, height: 1 },
        Rectangle { width: 3, height: 5 },
        Rectangle { width: 7, height: 12 },
    ];
    let mut num_sort_operations = 0;
    list.sort_by_key(|r| {
        num_sort_operations += 1;
        r.width
    });
    println!("{list:#?} {}", num_sort_operations > 0);

    let list = vec![1, 2, 3];
    thread::spawn(move || println!("From thread: {list:?}")).join().unwrap();

    let shoes = vec![
        Shoe { size: 10, style: String::from("sneaker") },
        Shoe { size: 13, style: String::from("sandal") },
        Shoe { size: 10, style: String::from("boot") },
    ];
    println!("{:?}", shoes_in_size(shoes, 10));
    let sum: u32 = Counter { count: 0 }
        .zip(Counter { count: 0 }.skip(1))
        .map(|(a, b)| a * b)
        .filter(|x| x % 3 == 0)
        .sum();
    println!("{sum}");
    let mut c = Cacher::new(|n| n * 7);
    println!("{} {}", c.value(3), c.value(10));

    let mut borrows_mutably = vec![1];
    let mut push = |x| borrows_mutably.push(x);
    push(7);
    push(8);
    println!("{borrows_mutably:?}");
    let consume: Box<dyn FnOnce() -> usize + Send> = Box::new(move || borrows_mutably.into_iter().sum::<i32>() as usize);
    println!("{}", thread::spawn(consume).join().unwrap());
    let buffer = [1i64, -2, 3, 4, 5, -6, 7, 8, 9, 10, 11, 12];
    let coefficients = [3i64, 1, 4];
    let predicted: Vec<i64> = (3..buffer.len())
        .map(|i| coefficients.iter().zip(&buffer[i - 3..i]).map(|(&c, &s)| c * s).sum::<i64>() >> 2)
        .collect();
    println!("{predicted:?}");
}
