//@ no-bug

fn main() {
    println!("hello");
}
