//@ no-bug
//@ edition: 2024

use std::sync::{Arc, Mutex};
use std::thread;

struct Noisy(&'static str);
impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

impl Noisy {
    fn name(&self, wanted: bool) -> Option<&str> {
        wanted.then_some(self.0)
    }
}

fn classify(pair: Option<(i32, &str)>) -> String {
    match pair {
        Some((n @ ..=-1, s)) if let Some(c) = s.chars().next() => format!("below {n} {c}"),
        Some((0, "")) => "zero".into(),
        Some((n, s)) if n > 3 && let Some(c) = s.chars().last() => format!("chain {c}"),
        Some((n, _)) if let Ok(k) = u8::try_from(n) && let 1..=3 = k => format!("small {k}"),
        Some(_) => "other".into(),
        None => String::new(),
    }
}

fn owned(text: Result<String, String>) -> String {
    match text {
        Ok(ref s) | Err(ref s) if let Some((head, tail)) = s.split_once('=') => {
            format!("{head}:{tail} of {s}")
        }
        Ok(s) if let Ok(n) = s.parse::<u32>() && let Some(half) = n.checked_sub(10) => {
            let mut s = s;
            s.push_str(&half.to_string());
            s
        }
        Ok(s) => s + "?",
        Err(e) => e + "!",
    }
}

/// The guard's temporaries live as long as the arm's body, and go when the guard does not hold.
fn temporaries(wanted: bool) {
    match 1 {
        n if let Some(name) = Noisy("first").name(wanted) => println!("{n} {name}"),
        n if let made = Noisy("second") && let Some(name) = Noisy("third").name(!wanted) => {
            println!("{n} {} {name}", made.0)
        }
        _ => println!("neither"),
    }
    println!("after");
}

fn main() {
    let pairs = [(-3, "xy"), (0, ""), (5, "five"), (-1, ""), (2, "")];
    for pair in pairs.map(Some).into_iter().chain([None]) {
        println!("{}", classify(pair));
    }
    for text in [Ok("a=b"), Err("c=d"), Ok("15"), Ok("5"), Err("x")] {
        println!("{}", owned(text.map(String::from).map_err(String::from)));
    }
    temporaries(true);
    temporaries(false);
    let shared = Arc::new(Mutex::new(vec![1]));
    let copy = Arc::clone(&shared);
    let pusher = thread::spawn(move || copy.lock().unwrap().push(2));
    let last = match shared.try_lock() {
        Ok(mut held) if let Some(&last) = held.last() && last > 0 => held.pop().filter(|&n| n == last),
        Ok(_) | Err(_) => None,
    };
    pusher.join().unwrap();
    assert_eq!(last.is_some(), shared.lock().unwrap().len() < 2);
}
