//@ no-bug
//@ source: Rust by Example: errors in many types, boxed, wrapped, combined, and collected

use std::error;
use std::fmt;
use std::num::ParseIntError;

type Result<T> = std::result::Result<T, Box<dyn error::Error>>;

#[derive(Debug)]
enum DoubleError {
    EmptyVec,
    Parse(ParseIntError),
}

impl fmt::Display for DoubleError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            DoubleError::EmptyVec => write!(f, "please use a vector with at least one element"),
            DoubleError::Parse(..) => write!(f, "the provided string could not be parsed as int"),
        }
    }
}

impl error::Error for DoubleError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match *self {
            DoubleError::EmptyVec => None,
            DoubleError::Parse(ref e) => Some(e),
        }
    }
}

impl From<ParseIntError> for DoubleError {
    fn from(err: ParseIntError) -> DoubleError {
        DoubleError::Parse(err)
    }
}

fn double_first(vec: Vec<&str>) -> std::result::Result<i32, DoubleError> {
    let first = vec.first().ok_or(DoubleError::EmptyVec)?;
    let parsed = first.parse::<i32>()?;
    Ok(2 * parsed)
}

fn boxed(vec: &[&str]) -> Result<i32> {
    vec.first()
        .ok_or_else(|| "no first".into())
        .and_then(|s| s.parse::<i32>().map_err(|e| e.into()).map(|i| 2 * i))
}

fn option_inside(vec: Vec<&str>) -> std::result::Result<Option<i32>, ParseIntError> {
    vec.first().map(|first| first.parse::<i32>().map(|n| 2 * n)).transpose()
}

fn main() {
    for v in [vec!["42", "93"], vec![], vec!["tofu", "93", "18"]] {
        match double_first(v.clone()) {
            Ok(n) => println!("The first doubled is {n}"),
            Err(e) => {
                println!("Error: {e}");
                if let Some(source) = error::Error::source(&e) {
                    println!("  Caused by: {source}");
                }
            }
        }
        match boxed(&v) {
            Ok(n) => println!("{n}"),
            Err(e) => println!("boxed {e}"),
        }
        println!("{:?}", option_inside(v));
    }
    let strings = vec!["tofu", "93", "18"];
    let numbers: std::result::Result<Vec<_>, _> = strings.iter().map(|s| s.parse::<i32>()).collect();
    println!("Results: {numbers:?}");
    let (numbers, errors): (Vec<_>, Vec<_>) = strings.into_iter().map(|s| s.parse::<i32>()).partition(|r| r.is_ok());
    let numbers: Vec<_> = numbers.into_iter().map(|r| r.unwrap()).collect();
    let errors: Vec<_> = errors.into_iter().map(std::result::Result::unwrap_err).collect();
    println!("Numbers: {numbers:?}\nErrors: {errors:?}");
    let total: Option<u32> = ["1", "2", "x"].iter().map(|s| s.parse::<u32>().ok()).sum();
    println!("{total:?}");
}
