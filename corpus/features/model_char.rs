//@ no-bug
//@ source: characters against native ones

fn main() {
    for c in ['a', 'Z', '5', ' ', '\n', 'ß', 'é', 'Σ', '日', '🎉', '\u{301}', '\'', '"', '\\', '\0', '\u{7f}'] {
        println!("{:?} {} {} {}", c, c as u32, c.len_utf8(), c.len_utf16());
        println!("{} {} {} {} {} {}", c.is_alphabetic(), c.is_numeric(), c.is_whitespace(), c.is_lowercase(), c.is_uppercase(), c.is_control());
        println!("{} {}", c.to_uppercase(), c.to_lowercase());
        println!("{:?} {} {}", c.to_digit(16), c.is_ascii(), c.is_ascii_punctuation());
        println!("{} {} {}", c.escape_debug(), c.escape_default(), c.escape_unicode());
        let mut b = [0; 4];
        println!("{:?}", c.encode_utf8(&mut b).as_bytes());
    }
    println!("{:?} {:?} {:?}", char::from_u32(0x41), char::from_u32(0xD800), char::from_digit(11, 16));
    println!("{:?} {:?}", 'a'.to_ascii_uppercase(), 'Q'.eq_ignore_ascii_case(&'q'));
    println!("{:?} {:?} {:?}", "x".parse::<char>(), "".parse::<char>(), "xy".parse::<char>());
    println!("{:?}", ('a'..='e').collect::<String>());
    println!("{:?}", ('a'..'e').rev().collect::<Vec<char>>());
    println!("{} {:?} {:?}", u32::from('a'), char::from(65u8), u8::try_from('é'));
    println!("{:5}|{:<5}|{:^5}|{:>5}|", 'x', 'x', 'x', 'x');
    println!("{:?} {:?}", true.then(|| 5), false.then_some(1));
    println!("{:?} {:?}", "true".parse::<bool>(), "yes".parse::<bool>());
    println!("{} {} {}", true & false, true | false, true ^ true);
}
