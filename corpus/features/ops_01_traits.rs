//@ no-bug

use std::ops::{Add, AddAssign, Deref, DerefMut, Index, IndexMut, Mul, Neg, Not, Sub};

#[derive(Debug, Clone, Copy, PartialEq)]
struct V2 {
    x: i32,
    y: i32,
}

impl Add for V2 {
    type Output = V2;
    fn add(self, o: V2) -> V2 {
        V2 { x: self.x + o.x, y: self.y + o.y }
    }
}

impl<'a> Add<&'a V2> for &V2 {
    type Output = V2;
    fn add(self, o: &'a V2) -> V2 {
        *self + *o
    }
}

impl Sub for V2 {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}

impl Mul<i32> for V2 {
    type Output = V2;
    fn mul(self, k: i32) -> V2 {
        V2 { x: self.x * k, y: self.y * k }
    }
}

impl Mul<V2> for i32 {
    type Output = V2;
    fn mul(self, v: V2) -> V2 {
        v * self
    }
}

impl Neg for V2 {
    type Output = V2;
    fn neg(self) -> V2 {
        V2 { x: -self.x, y: -self.y }
    }
}

impl Not for V2 {
    type Output = bool;
    fn not(self) -> bool {
        self.x == 0 && self.y == 0
    }
}

impl AddAssign for V2 {
    fn add_assign(&mut self, o: V2) {
        self.x += o.x;
        self.y += o.y;
    }
}

struct Grid {
    cells: Vec<u8>,
    width: usize,
}

impl Index<(usize, usize)> for Grid {
    type Output = u8;
    fn index(&self, (r, c): (usize, usize)) -> &u8 {
        &self.cells[r * self.width + c]
    }
}

impl IndexMut<(usize, usize)> for Grid {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut u8 {
        &mut self.cells[r * self.width + c]
    }
}

struct Guarded(Vec<i32>);

impl Deref for Guarded {
    type Target = Vec<i32>;
    fn deref(&self) -> &Vec<i32> {
        &self.0
    }
}

impl DerefMut for Guarded {
    fn deref_mut(&mut self) -> &mut Vec<i32> {
        &mut self.0
    }
}

fn main() {
    let a = V2 { x: 1, y: 2 };
    let b = V2 { x: 10, y: 20 };
    println!("{:?} {:?} {:?}", a + b, b - a, &a + &b);
    println!("{:?} {:?} {:?}", a * 3, 2 * b, -a);
    println!("{} {}", !a, !V2 { x: 0, y: 0 });
    let mut c = a;
    c += b;
    c += c;
    println!("{:?}", c);
    let mut g = Grid { cells: vec![0; 6], width: 3 };
    g[(1, 2)] = 7;
    g[(0, 0)] += 1;
    println!("{} {} {:?}", g[(1, 2)], g[(0, 0)], g.cells);
    let mut d = Guarded(vec![1]);
    d.push(2);
    println!("{} {} {:?}", d.len(), d[1], *d);
    d[0] = 5;
    println!("{:?}", d.iter().sum::<i32>());
}
