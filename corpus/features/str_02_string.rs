//@ no-bug

fn take(s: String) -> usize {
    s.len()
}

fn borrow(s: &str) -> char {
    s.chars().next().unwrap()
}

fn main() {
    let mut s = String::with_capacity(10);
    s += "hello";
    s.push(' ');
    s.push_str("world");
    s.insert(0, '>');
    s.insert_str(1, "> ");
    println!("{s} {}", s.len());
    println!("{:?} {:?}", s.pop(), s.remove(0));
    s.truncate(7);
    println!("{s:?}");
    println!("{}", borrow(&s));
    let t = s.clone();
    println!("{} {}", take(s), t);
    println!("{}", t.as_str() == "> hello");
    let joined = ["a", "b", "c"].join("/");
    println!("{joined} {}", ["x", "y"].concat());
    let mut u = joined;
    u.clear();
    println!("{:?} {}", u, u.is_empty());
    let from_chars: String = vec!['r', 'u', 's', 't'].into_iter().collect();
    println!("{from_chars}");
    println!("{:?}", String::from_utf8(vec![104, 105]));
    println!("{}", 12.to_string() + &true.to_string() + &'c'.to_string());
    let mut words: Vec<String> = "the quick fox".split(' ').map(str::to_owned).collect();
    words.sort();
    println!("{words:?}");
    println!("{:?}", words.concat().into_bytes().len());
    let mut e = String::new();
    e.extend(["a", "b"]);
    e.retain(|c| c != 'a');
    println!("{e}");
    let boxed: Box<str> = "boxed".into();
    println!("{boxed}");
    for (i, c) in from_chars.char_indices() {
        print!("{i}{c} ");
    }
    println!();
}
