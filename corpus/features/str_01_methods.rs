//@ no-bug

fn main() {
    let s = "  Hello, World  ";
    println!("[{}] [{}] [{}]", s.trim(), s.trim_start(), s.trim_end());
    let t = s.trim();
    println!("{} {}", t.len(), t.is_empty());
    println!("{} {}", t.to_uppercase(), t.to_lowercase());
    println!("{} {} {}", t.starts_with("Hell"), t.ends_with('d'), t.contains("lo, W"));
    println!("{:?} {:?} {:?}", t.find('o'), t.rfind('o'), t.find("xyz"));
    println!("{} {} {}", &t[0..5], &t[7..], &t[..=4]);
    println!("{}", t.replace('l', "L"));
    println!("{:?}", t.split(", ").collect::<Vec<_>>());
    println!("{:?}", "a b  c".split(' ').collect::<Vec<_>>());
    println!("{:?}", "a b  c".split_whitespace().collect::<Vec<_>>());
    println!("{:?}", "k=v=w".split_once('='));
    println!("{:?}", "one\ntwo\r\nthree".lines().collect::<Vec<&str>>());
    println!("{:?}", t.strip_prefix("Hello"));
    println!("{}", "ab".repeat(3));
    println!("{:?}", "abc".chars().rev().collect::<String>());
    println!("{:?}", "héé".char_indices().collect::<Vec<_>>());
    println!("{:?}", "abc".bytes().map(|b| b as u32).sum::<u32>());
    println!("{:?}", "abc".cmp("abd"));
    println!("{:?}", "1,2,3".split(',').map(|x| x.parse::<i32>().unwrap()).collect::<Vec<_>>());
    println!("{}", "x".eq_ignore_ascii_case("X"));
    println!("{:?}", "héllo".chars().nth(1));
    println!("{:?} {:?}", "abc".get(0..2), "é".get(0..1));
    println!("{:?}", "tic-tac-toe".rsplitn(2, '-').collect::<Vec<_>>());
    println!("{:?}", b"bytes");
    println!("{:?}", "quote \" tab \t slash \\ \u{7f}");
}
