//@ bug: data-race
//@ source: a histogram in a `static mut` counted by two scoped threads

static mut HISTO: [u32; 4] = [0; 4];
fn tally(words: &[&str]) {
    for w in words {
        unsafe {
            HISTO[w.len() % 4] += 1;
        }
    }
}
fn main() {
    let text = ["a", "bb", "ccc", "dddd"];
    let (l, r) = text.split_at(2);
    std::thread::scope(|s| {
        s.spawn(|| tally(l));
        tally(r);
    });
    std::thread::scope(|s| {
        s.spawn(|| tally(&["a"]));
        tally(&["b"]);
    });
    println!("{}", unsafe { HISTO[1] });
}
