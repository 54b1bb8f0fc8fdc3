//@ no-bug

use std::mem::size_of_val;

struct Pair<U, V> {
    x: U,
    y: V,
}

type WithChar<U> = Pair<U, char>;
type WithByte = WithChar<u8>;

trait Whole {
    type Part;
}

impl<T> Whole for Option<T> {
    type Part = T;
}

fn main() {
    let WithChar::<u8> { x, y } = Pair { x: 4, y: 'a' };
    println!("{} {x} {y}", size_of_val(&x));
    let WithByte { x, y } = Pair { x: 4, y: 'b' };
    println!("{} {x} {y}", size_of_val(&x));
    let made = WithChar::<u16> { x: 5, y: 'c' };
    println!("{} {} {}", size_of_val(&made.x), made.x, made.y);
    let Pair::<<Option<u64> as Whole>::Part, _> { x, y } = Pair { x: 6, y: "d" };
    println!("{} {x} {y}", size_of_val(&x));
}
