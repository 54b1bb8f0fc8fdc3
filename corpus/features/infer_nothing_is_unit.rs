//@ no-bug
//@ source: what `?` gives after a value that never is: `()`, in functions, closures and async blocks alike

fn f(s: &str) -> Result<String, String> {
    if s.is_empty() {
        Err("empty")?;
    }
    Ok(s.to_string())
}
fn g(s: &str) -> Result<u8, Box<dyn std::error::Error>> {
    if s.len() > 3 {
        Err(format!("long {s}"))?
    }
    let n = s.parse()?;
    Ok(n)
}
fn h(x: Option<u8>) -> Option<u8> {
    if x.is_none() {
        None?;
    }
    x
}
fn main() {
    println!(
        "{:?} {:?} {:?} {:?}",
        f(""),
        f("a"),
        g("abcd").is_err(),
        h(Some(1))
    );
    let c = |s: &str| -> Result<(), String> {
        if s == "" {
            Err("e")?;
        }
        Ok(())
    };
    println!("{:?}", c(""));
}
