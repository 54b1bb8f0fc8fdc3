//@ no-bug
//@ source: on Linux, the thread that ends the process drops its thread-locals, the last initialized first
use std::process;

struct Loud(&'static str);
impl Drop for Loud {
    fn drop(&mut self) {
        println!("dropped {}", self.0)
    }
}

thread_local! {
    static A: Loud = const { Loud("A") };
    static B: Loud = const { Loud("B") };
    static UNUSED: Loud = const { Loud("unused") };
}

fn main() {
    A.with(|_| ());
    B.with(|_| ());
    process::exit(0)
}
