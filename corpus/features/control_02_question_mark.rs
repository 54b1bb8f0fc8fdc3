//@ no-bug

use std::fmt;
use std::num::ParseIntError;

#[derive(Debug)]
enum Error {
    Parse(ParseIntError),
    Negative(i64),
}

impl From<ParseIntError> for Error {
    fn from(e: ParseIntError) -> Self {
        Error::Parse(e)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parse(e) => write!(f, "not a number: {e}"),
            Error::Negative(n) => write!(f, "{n} is negative"),
        }
    }
}

impl std::error::Error for Error {}

fn root(s: &str) -> Result<i64, Error> {
    let n: i64 = s.trim().parse()?;
    if n < 0 {
        return Err(Error::Negative(n));
    }
    Ok((n as f64).sqrt() as i64)
}

fn total(list: &[&str]) -> Result<i64, Error> {
    let mut sum = 0;
    for s in list {
        sum += root(s)?;
    }
    Ok(sum)
}

fn first_char_of_second(s: &str) -> Option<char> {
    s.split(' ').nth(1)?.chars().next()
}

fn boxed(s: &str) -> Result<(), Box<dyn std::error::Error>> {
    if s.is_empty() {
        return Err("empty".into());
    }
    println!("root {}", root(s)?);
    Ok(())
}

fn main() {
    println!("{:?}", total(&["4", " 9 ", "16"]).unwrap());
    for bad in ["x", "-4"] {
        match total(&["4", bad]) {
            Ok(n) => println!("{n}"),
            Err(e) => println!("{e} / {e:?}"),
        }
    }
    println!("{:?} {:?}", first_char_of_second("a bc"), first_char_of_second("a"));
    for s in ["", "25", "-1"] {
        if let Err(e) = boxed(s) {
            println!("error: {e}");
        }
    }
    let parsed: Result<Vec<i32>, _> = "1 2 z".split(' ').map(|s| s.parse::<i32>()).collect();
    println!("{}", parsed.is_err());
}
