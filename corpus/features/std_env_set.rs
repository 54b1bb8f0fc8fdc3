//@ no-bug
//@ source: `set_var` and `remove_var`, safe before edition 2024

use std::env;
use std::thread;

fn main() {
    env::set_var("VSCHECK_MODE", "fast");
    let seen = thread::spawn(|| env::var("VSCHECK_MODE")).join().unwrap();
    println!("{seen:?}");
    env::set_var("VSCHECK_MODE", "slow");
    let all: Vec<_> = env::vars().filter(|(name, _)| name.starts_with("VSCHECK")).collect();
    println!("{all:?} {:?}", env::var_os("VSCHECK_MODE"));
    env::remove_var("VSCHECK_MODE");
    println!("{:?}", env::var("VSCHECK_MODE").map_err(|e| e.to_string()));
}
