//@ no-bug
//@ source: cells that several threads initialize at once: the first value counts, and all see it

use once_cell::race::{OnceBool, OnceBox, OnceNonZeroUsize, OnceRef};
use once_cell::sync::OnceCell;
use std::num::NonZeroUsize;
use std::thread;

static NAME: OnceBox<String> = OnceBox::new();
static LIMIT: OnceNonZeroUsize = OnceNonZeroUsize::new();
static IS_FAST: OnceBool = OnceBool::new();
static READY: OnceCell<usize> = OnceCell::new();

fn main() {
    let words = ["first".to_string(), "second".to_string()];
    let chosen = OnceRef::new();
    let limit = |me: usize| LIMIT.get_or_init(|| NonZeroUsize::new(me + 7).unwrap());
    let seen: Vec<_> = thread::scope(|scope| {
        let started: Vec<_> = (0..2)
            .map(|me| {
                let (words, chosen) = (&words, &chosen);
                scope.spawn(move || {
                    let mine: Result<&String, ()> = chosen.get_or_try_init(|| Ok(&words[me]));
                    (mine.unwrap().as_str(), limit(me))
                })
            })
            .collect();
        let waiting = scope.spawn(|| *READY.wait());
        READY.set(3).unwrap();
        assert_eq!(waiting.join().unwrap(), 3);
        started.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(seen[0], seen[1]);
    assert_eq!(Some(seen[0].0), chosen.get().map(|word| word.as_str()));

    assert_eq!(NAME.get_or_init(|| Box::new("a".to_string())), "a");
    assert_eq!(NAME.set(Box::new("b".to_string())), Err(Box::new("b".to_string())));
    assert_eq!(NAME.get().map(String::as_str), Some("a"));
    let failed: Result<bool, &str> = IS_FAST.get_or_try_init(|| Err("not known"));
    assert_eq!((failed, IS_FAST.get()), (Err("not known"), None));
    assert_eq!((IS_FAST.set(false), IS_FAST.set(true), IS_FAST.get()), (Ok(()), Err(()), Some(false)));
}
