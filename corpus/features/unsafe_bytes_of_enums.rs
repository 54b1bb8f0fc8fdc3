//@ no-bug
//@ source: new; an enum without payloads is the smallest number that its discriminants fit in
use std::slice;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Color {
    Red,
    Green,
    Blue,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Level {
    Low = -300,
    Middle = 0,
    High = 300,
}

#[repr(C)]
#[derive(Clone, Copy)]
enum Sign {
    Minus = -1,
    Plus = 1,
}

fn main() {
    let bytes = [0u8, 1, 2];
    let colors = unsafe { slice::from_raw_parts(bytes.as_ptr() as *const Color, 3) };
    assert_eq!(colors, [Color::Red, Color::Green, Color::Blue]);

    let mut colors = vec![Color::Blue, Color::Red];
    unsafe { *(&raw mut colors[1]).cast::<u8>() += 1 };
    assert_eq!(colors[1], Color::Green);
    assert_eq!(unsafe { slice::from_raw_parts(colors.as_ptr() as *const u8, 2) }, [2, 1]);

    let levels = [Level::Low, Level::Middle, Level::High];
    let numbers = levels.as_ptr() as *const i16;
    assert_eq!(unsafe { [*numbers, *numbers.add(1), *numbers.add(2)] }, [-300, 0, 300]);
    assert_eq!(levels[0] as i64, -300);

    let signs = [Sign::Minus, Sign::Plus];
    assert_eq!(unsafe { *signs.as_ptr().cast::<i32>() }, -1);
    assert_eq!(signs[1] as i8, 1);
}
