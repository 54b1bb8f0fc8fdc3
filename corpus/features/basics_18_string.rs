//@ no-bug

fn main() {
    let mut s = String::from("ab");
    s.push('c');
    s.push_str("de");
    println!("{s} {}", s.len());
    let t = s.clone() + "-" + &s;
    println!("{t}");
    let u = format!("<{}>", s);
    println!("{u}");
    println!("{}", s == "abcde");
}
