//@ no-bug

use std::error::Error;
use std::sync::Mutex;
use std::thread;

type Res<T = (), E = Box<dyn Error + Send + Sync>> = Result<T, E>;

/// All parameters have defaults: left out in a type they are these, before `::` they are found.
#[derive(Debug, Clone, PartialEq)]
struct Counted<T = u8, const N: usize = 2> {
    items: [T; N],
}

impl<T: Copy, const N: usize> Counted<T, N> {
    fn of(items: [T; N]) -> Self {
        Counted { items }
    }
}

fn call<T>(f: impl FnOnce(u8) -> T) -> T {
    f(1)
}

fn largest(bytes: &[u8]) -> Vec<(&str, usize)> {
    let chunks = bytes.utf8_chunks();
    chunks.map(|chunk| (chunk.valid(), chunk.invalid().len())).collect()
}

fn main() -> Res {
    call(|n| -> Res {
        println!("{n}");
        Ok(())
    })?;
    let log = Mutex::new(Vec::new());
    thread::scope(|s| -> Res {
        let parsed = s.spawn(|| -> Res<u32> { Ok("17".parse()?) });
        let failed = s.spawn(|| -> Res { Err("no number")? });
        log.lock().unwrap().push(parsed.join().unwrap()?);
        Ok(println!("{}", failed.join().unwrap().unwrap_err()))
    })?;
    println!("{:?}", log.into_inner().unwrap());
    let plain: Counted = Counted { items: [0; 2] };
    let found = Counted::of(["a", "b", "c"]);
    println!("{plain:?} {found:?} {}", plain == Counted::of([0, 0]));
    println!("{:?} {:?}", u32::MAX.carrying_add(0, true), 3u8.borrowing_sub(3, true));
    println!("{:?}", largest(b"ab\xffc\xe2\x82"));
    Ok(())
}
