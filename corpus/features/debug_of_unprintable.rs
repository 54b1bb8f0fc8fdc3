//@ no-bug
//@ source: characters that `Debug` does not print as they are: unassigned ones, and those that combine with others
fn main() {
    let mut shown = 0;
    for c in [
        '\u{20f5}',
        '\u{ad1}',
        '\u{1977}',
        '\u{378}',
        '\u{1fc00}',
        '\u{69043}',
        '\u{301}',
        '\u{e31}',
        '\u{ad}',
        'é',
        '字',
    ] {
        let (alone, behind) = (format!("{c:?}"), format!("{:?}", format!("a{c}")));
        println!("{alone} {behind} {}", c.escape_debug().count());
        shown += usize::from(alone.chars().count() == 3);
    }
    // As many as on the platform, of the first few thousand.
    let escaped = (0..0x1000)
        .filter_map(char::from_u32)
        .filter(|c| c.escape_debug().count() > 1)
        .count();
    println!("{shown} {escaped}");
    let set = std::collections::BTreeSet::from([1]);
    std::panic::set_hook(Box::new(|_| ()));
    let range = || {
        set.range((std::ops::Bound::Excluded(3), std::ops::Bound::Excluded(3)))
            .count()
    };
    let message = std::panic::catch_unwind(range).unwrap_err();
    println!(
        "{:?}",
        message
            .downcast_ref::<String>()
            .map(|s| s.as_str())
            .or(message.downcast_ref::<&str>().copied())
    );
}
