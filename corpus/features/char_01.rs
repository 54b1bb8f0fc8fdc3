//@ no-bug

fn main() {
    let c = 'x';
    println!("{} {:?} {:?} {:?}", c, c, '\n', '\'');
    println!("{} {}", 'é'.len_utf8(), 'a'.is_alphabetic());
    println!("{} {}", '7'.is_ascii_digit(), '7'.to_digit(10).unwrap());
    println!("{:?} {:?}", 'g'.to_digit(16), std::char::from_digit(7, 10));
    println!("{} {}", 'q'.to_ascii_uppercase(), 'Q'.is_uppercase());
    println!("{} {}", ' '.is_whitespace(), '_'.is_alphanumeric());
    println!("{:?} {:?}", char::from_u32(0x41), char::from(66u8));
    for c in 'a'..='e' {
        print!("{c}");
    }
    println!();
    println!("{}", 'a' < 'b');
    println!("{}", ('a'..='z').contains(&'m'));
    println!("{}", '\u{1F600}' as u32);
    println!("{}", 'ß'.to_uppercase());
}
