//@ no-bug

fn main() {}
