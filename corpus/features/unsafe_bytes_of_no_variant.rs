//@ bug: undefined-behavior
//@ source: new; a table of bytes is taken for one of an enum's values
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
enum Suit {
    Clubs,
    Hearts,
    Spades,
}

fn main() {
    let bytes = [0u8, 1, 7];
    let suits = bytes.as_ptr() as *const Suit;
    let hand: Vec<Suit> = (0..3).map(|i| unsafe { *suits.add(i) }).collect();
    println!("{hand:?}");
}
