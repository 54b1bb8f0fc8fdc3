//@ no-bug

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let n: i32 = "12".parse()?;
    println!("{n}");
    let text = String::from_utf8(vec![111, 107])?;
    println!("{text}");
    Ok(())
}
