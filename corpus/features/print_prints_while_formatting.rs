//@ no-bug
//@ source: what is printed while a value is formatted comes into the middle of what the value is formatted for
use std::fmt;

struct Loud;
impl fmt::Display for Loud {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        println!("in");
        f.write_str("out")
    }
}

fn main() {
    println!("before {} after", Loud);
    print!("{Loud}{}", 1);
    println!("{}", format!("{Loud} is formatted first"));
}
