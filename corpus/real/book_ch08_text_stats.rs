//@ no-bug
//@ source: The Rust Programming Language, chapter 8: word counts, mean, median and mode, pig latin, a text interface

use std::collections::{BTreeMap, HashMap};

#[derive(Debug, Clone, PartialEq)]
enum SpreadsheetCell {
    Int(i32),
    Float(f64),
    Text(String),
}

fn median_and_mode(numbers: &[i32]) -> (f64, i32) {
    let mut sorted = numbers.to_vec();
    sorted.sort();
    let mid = sorted.len() / 2;
    let median = if sorted.len() % 2 == 0 {
        (sorted[mid - 1] + sorted[mid]) as f64 / 2.0
    } else {
        sorted[mid] as f64
    };
    let mut occurrences = HashMap::new();
    for &n in numbers {
        *occurrences.entry(n).or_insert(0) += 1;
    }
    let mode = occurrences
        .into_iter()
        .max_by_key(|&(n, count)| (count, n))
        .map(|(n, _)| n)
        .expect("Cannot compute the mode of zero numbers");
    (median, mode)
}

fn pig_latin(word: &str) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(first) if "aeiou".contains(first) => format!("{word}-hay"),
        Some(first) => format!("{}-{first}ay", chars.as_str()),
        None => String::new(),
    }
}

fn run_command(company: &mut BTreeMap<String, Vec<String>>, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["Add", name, "to", department] => {
            company.entry(department.to_string()).or_default().push(name.to_string());
            Ok(())
        }
        ["List", department] => match company.get_mut(*department) {
            Some(people) => {
                people.sort_unstable();
                println!("{department}: {}", people.join(", "));
                Ok(())
            }
            None => Err(format!("no department {department:?}")),
        },
        ["List"] => {
            for (department, people) in company.iter() {
                println!("{department} has {} people", people.len());
            }
            Ok(())
        }
        [] => Err("empty".to_owned()),
        [first, ..] => Err(format!("unknown command {first}")),
    }
}

fn main() {
    let row = vec![
        SpreadsheetCell::Int(3),
        SpreadsheetCell::Text(String::from("blue")),
        SpreadsheetCell::Float(10.12),
    ];
    println!("{row:?} {}", row.contains(&SpreadsheetCell::Int(3)));
    println!("{:?}", median_and_mode(&[5, 1, 4, 1, 3, 5, 5, 2]));
    let text = "the quick brown fox apple over the lazy dog the end";
    let mut map = HashMap::new();
    for word in text.split(' ') {
        let count = map.entry(word).or_insert(0);
        *count += 1;
    }
    let mut counts: Vec<_> = map.iter().collect();
    counts.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    for (word, n) in counts.iter().take(3) {
        println!("{word:>6} {n}");
    }
    println!("{}", text.split(' ').map(pig_latin).collect::<Vec<_>>().join(" "));
    let mut company = BTreeMap::new();
    for line in ["Add Sally to Engineering", "Add Amir to Sales", "Add Bo to Engineering", "List Engineering", "List", "List HR", "Fire Bo", ""] {
        if let Err(message) = run_command(&mut company, line) {
            println!("error: {message}");
        }
    }
    let s = String::from("Здравствуйте");
    println!("{} {} {:?}", s.len(), s.chars().count(), &s[0..4]);
    for c in "नम".chars() {
        print!("{c} ");
    }
    for b in "Зд".bytes() {
        print!("{b} ");
    }
    println!();
    let (s1, s2, s3) = (String::from("tic"), String::from("tac"), String::from("toe"));
    let joined = s1 + "-" + &s2 + "-" + &s3;
    println!("{joined}");
}
