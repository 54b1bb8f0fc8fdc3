//@ no-bug

use std::fmt::Display;
use std::mem::{size_of, size_of_val};

struct Behind<T: ?Sized>([u8; 3], T);

/// An arm that gives nothing stands between two that meet as a slice.
fn arms(list: &Vec<u32>, which: u32) -> usize {
    let slice = match which {
        0 => list,
        1 => return 100,
        _ => &list[1..],
    };
    slice.len()
}

#[allow(dead_code)]
enum Wide {
    A = 0x1727,
    B = 0,
}

#[allow(dead_code)]
enum Signed {
    A = -129,
    B = 5,
}

#[allow(dead_code)]
enum Byte {
    A = -128,
    B = 127,
}

fn main() {
    let list = vec![1, 2, 3];
    println!("{} {} {}", arms(&list, 0), arms(&list, 1), arms(&list, 2));
    let sized: Box<Behind<Behind<[u8; 2]>>> = Box::new(Behind([0; 3], Behind([1; 3], [2; 2])));
    let size = size_of_val(&*sized);
    let unsized_: Box<Behind<Behind<[u8]>>> = sized;
    println!("{} {} {:?}", size_of_val(&*unsized_) == size, unsized_.0[0], &unsized_.1.1);
    let shown: Box<Behind<Behind<dyn Display>>> = Box::new(Behind([3; 3], Behind([4; 3], 5)));
    println!("{} {} {}", shown.0[0], shown.1.0[0], &shown.1.1);
    println!("{} {} {}", size_of::<Wide>(), size_of::<Signed>(), size_of::<Byte>());
    let (mut a, mut b) = (1, 2);
    (..) = (a, b);
    (a, .., b) = (b, (), 5, a);
    ((b, ..), ..) = ((b + a, 7), 8);
    println!("{a} {b}");
}
