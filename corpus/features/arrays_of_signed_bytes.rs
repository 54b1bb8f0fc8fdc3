//@ no-bug
//@ source: arrays of bytes that are numbers with a sign, or truth values, built element by element

fn main() {
    println!("{:?}", [1i8, -2].map(|x| -x));
    let falling: [i8; 3] = std::array::from_fn(|i| -(i as i8) - 1);
    println!("{falling:?} {}", falling[2] < 0);
    let odd: [bool; 4] = std::array::from_fn(|i| i % 2 == 1);
    println!("{odd:?}");
    for x in [i8::MIN, i8::MAX].into_iter().rev() {
        println!("{x}");
    }
    let mixed: [Result<u8, bool>; 2] = [1u8, 2].map(|x| if x == 1 { Ok(x) } else { Err(true) });
    println!("{mixed:?}");
}
