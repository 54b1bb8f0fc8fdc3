//@ no-bug

use std::process::ExitCode;

fn work(n: u32) -> Result<u32, String> {
    if n < 10 { Ok(n) } else { Err("too big".into()) }
}

fn main() -> ExitCode {
    match work(3) {
        Ok(n) => {
            println!("{n}");
            ExitCode::SUCCESS
        }
        Err(_) => ExitCode::FAILURE,
    }
}
