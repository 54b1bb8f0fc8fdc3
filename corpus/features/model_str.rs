//@ no-bug
//@ source: strings against native ones

fn main() {
    let s = "  Hello, Wörld! 日本 \n";
    println!("{} {} {:?}", s.len(), s.chars().count(), s.trim());
    println!("{:?} {:?}", s.trim_start(), s.trim_end());
    println!("{:?}", s.char_indices().filter(|(_, c)| !c.is_ascii()).collect::<Vec<_>>());
    println!("{:?} {:?}", s.to_uppercase(), s.to_lowercase());
    println!("{:?}", s.bytes().rev().take(4).collect::<Vec<_>>());
    println!("{:?} {:?} {:?}", s.find('W'), s.find("日"), s.find(|c: char| c == 'z'));
    println!("{:?} {:?} {:?}", s.rfind('l'), s.rfind("l"), s.contains("ö"));
    println!("{} {} {}", s.starts_with("  H"), s.ends_with('\n'), s.starts_with(char::is_whitespace));
    println!("{:?}", "a,b,,c".split(',').collect::<Vec<_>>());
    println!("{:?}", "a,b,,c,".split_terminator(',').collect::<Vec<_>>());
    println!("{:?}", "a,b,,c".rsplit(',').collect::<Vec<_>>());
    println!("{:?}", "a,b,,c".splitn(2, ',').collect::<Vec<_>>());
    println!("{:?}", "a,b,,c".rsplitn(2, ',').collect::<Vec<_>>());
    println!("{:?}", "a,b;c".split([',', ';']).collect::<Vec<_>>());
    println!("{:?}", "a,b;c".split(&[',', ';'][..]).collect::<Vec<_>>());
    println!("{:?}", "aXbXc".split_inclusive('X').collect::<Vec<_>>());
    println!("{:?}", "abc".split("").collect::<Vec<_>>());
    println!("{:?}", "a--b--c".rsplit("--").collect::<Vec<_>>());
    println!("{:?} {:?}", "k=v=w".split_once('='), "k=v=w".rsplit_once("="));
    println!("{:?}", " a  b c ".split_whitespace().collect::<Vec<_>>());
    println!("{:?}", " a  b c ".split(' ').collect::<Vec<_>>());
    println!("{:?}", "one\ntwo\r\nthree\n".lines().collect::<Vec<_>>());
    println!("{:?}", "abcabc".matches("bc").count());
    println!("{:?}", "abcabc".match_indices('b').collect::<Vec<_>>());
    println!("{:?} {:?}", "abcabc".replace("b", "--"), "abcabc".replacen('b', "", 1));
    println!("{:?} {:?}", "abc".replace("", "-"), "xxabxx".trim_matches('x'));
    println!("{:?} {:?}", "v1.2".strip_prefix('v'), "f.rs".strip_suffix(".rs"));
    println!("{:?} {:?}", "ab".repeat(3), "abc".chars().rev().collect::<String>());
    println!("{:?} {:?} {:?}", "abc".get(1..), "é".get(1..), "abc".is_char_boundary(2));
    println!("{:?} {:?}", "abc".split_at(1), "a" < "b");
    println!("{:?} {:?}", "12".parse::<i32>(), "1x".parse::<u8>().is_err());
    println!("{:?} {}", "tab\t\"q\" \u{1} \\ 'x'", "é".escape_default());
    println!("{:?} {:?}", std::str::from_utf8(&[0xE2, 0x82, 0xAC]), std::str::from_utf8(&[0xC3, 0x28]));
    println!("{:?}", String::from_utf8_lossy(&[72, 255, 73]));
    println!("{} {}", "ABC".eq_ignore_ascii_case("abc"), "Abc".to_ascii_lowercase());
    let mut t = String::from("hello");
    t.push('!');
    t.push_str(" world");
    t.insert(0, '>');
    t.insert_str(1, "> ");
    println!("{t} {} {:?} {:?}", t.len(), t.pop(), t.remove(0));
    t.truncate(4);
    println!("{t:?} {:?}", t.drain(..2).collect::<String>());
    t.retain(|c| c != 'e');
    t += "xyz";
    println!("{t} {}", t.clone() + "abc");
    t.replace_range(0..1, "QQ");
    println!("{t} {:?} {:?}", t.split_off(3), t);
    t.clear();
    println!("{:?} {} {}", t, t.is_empty(), String::with_capacity(10).len());
    println!("{}", format!("{}-{:?}-{x}", 1, "a", x = 2));
    println!("{:?}", "abc".char_indices().rev().collect::<Vec<_>>());
    println!("{:?}", vec!["a".to_string(), "b".to_string()].concat());
    println!("{:?} {:?}", "x".to_string() == "x", "b" > "abc");
    println!("{:?}", "Mary had".chars().map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c }).collect::<String>());
    println!("{:?}", "ß".to_uppercase());
    println!("{:?}", ["x", "y"].iter().map(|s| s.to_string()).collect::<Vec<String>>());
    println!("{:?} {:?}", "abc".as_bytes(), "abc".as_bytes()[0]);
    let b: Box<str> = "boxed".into();
    println!("{} {:?}", b.len(), b.into_string());
    let c: std::borrow::Cow<str> = "cow".into();
    println!("{:?} {}", c, c.clone().into_owned() + "s");
    println!("{:?}", "a1b2".chars().filter(char::is_ascii_digit).collect::<Vec<_>>());
    println!("{:?}", "line one\nline two".lines().map(|l| l.split(' ').last().unwrap()).collect::<Vec<_>>());
    println!("{:?}", "zażółć".chars().map(|c| c.len_utf8()).sum::<usize>());
    for (i, w) in "the quick brown".split(' ').enumerate() {
        print!("{i}:{w} ");
    }
    println!("{:?}", "x".cmp("y"));
    println!("{:?}", "α".encode_utf16().collect::<Vec<_>>());
}
