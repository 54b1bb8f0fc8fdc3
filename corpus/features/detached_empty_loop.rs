//@ no-bug
//@ source: a detached thread in an empty loop dies with main, as in threadleak of Miri
fn main() {
    std::thread::spawn(|| loop {});
}
