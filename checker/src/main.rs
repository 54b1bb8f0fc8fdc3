//! The `vscheck` command.
fn main() {}
