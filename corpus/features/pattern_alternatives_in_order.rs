//@ no-bug

/// The guard is asked for one combination of alternatives after the other; the last ones change first.
fn first(wanted: (u8, u8, u8)) -> (usize, String) {
    let value = ((1, 2), (3, 4), (5, 6));
    let mut asked = 0;
    match value {
        ((a, _) | (_, a), (b, _) | (_, b), (c, 6) | (5, c)) if {
            asked += 1;
            (a, b, c) == wanted
        } => (asked, format!("{a}{b}{c}")),
        _ => (asked, String::new()),
    }
}

fn either((Ok(x) | Err(x)): Result<u32, u32>) -> u32 {
    x
}

/// Both alternatives of a pattern that always matches.
fn always(text: Result<String, String>) -> String {
    let (Ok(inner) | Err(inner)) = text;
    let length = |((0, n) | (n, _)): (usize, usize)| n;
    format!("{inner}{}{}", length((0, inner.len())), length((inner.len(), 7)))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u64)]
enum Rank {
    Top = !0,
    Low = 1,
    High = 1 << 63,
}

fn main() {
    for wanted in [(1, 3, 5), (1, 3, 6), (1, 4, 5), (2, 3, 6), (2, 4, 6), (9, 9, 9)] {
        println!("{:?}", first(wanted));
    }
    match (3, 4) {
        (a, b) | (b, a) if a > b => println!("{a} {b}"),
        _ => unreachable!(),
    }
    println!("{} {} {} {}", either(Ok(1)), either(Err(2)), always(Ok("ok".into())), always(Err("error".into())));
    let mut ranks = [Rank::Top, Rank::Low, Rank::High];
    ranks.sort();
    println!("{ranks:?} {:?}", Rank::Top.partial_cmp(&Rank::Low));
}
