//@ no-bug
//@ source: discriminants that are given in terms of other variants', also later ones

#[derive(Clone, Copy, Debug, PartialEq)]
enum Level {
    Low = Level::High as isize / 4,
    Next,
    Middle = Level::Low as isize * 2,
    High = 12,
    Top,
}

#[repr(u8)]
#[derive(Clone, Copy, Debug)]
enum Flag {
    All = Flag::A as u8 | Flag::B as u8,
    A = 1 << SHIFT,
    B = Flag::LAST,
}

const SHIFT: u32 = Flag::B as u32 / 4;

impl Flag {
    const LAST: u8 = 8;
}

fn main() {
    let levels = [
        Level::Low,
        Level::Next,
        Level::Middle,
        Level::High,
        Level::Top,
    ];
    println!("{:?}", levels.map(|level| level as isize));
    assert_eq!(levels.map(|level| level as isize), [3, 4, 6, 12, 13]);
    println!("{levels:?}");
    let flags = [Flag::All, Flag::A, Flag::B];
    assert_eq!(flags.map(|flag| flag as u8), [12, 4, 8]);
    println!("{flags:?}");
}
