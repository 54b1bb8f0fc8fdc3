//@ no-bug

fn main() {
    print!("ends
here\n
  and {}
", r"raw
text".len());
}
