//@ no-bug
//@ source: panic messages of the models against native ones

use std::cell::RefCell;
use std::panic::{catch_unwind, AssertUnwindSafe};

fn message<R>(f: impl FnOnce() -> R) -> String {
    let payload = match catch_unwind(AssertUnwindSafe(f)) {
        Ok(_) => return "no panic".to_string(),
        Err(payload) => payload,
    };
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => payload.downcast_ref::<&str>().map(|s| s.to_string()).unwrap_or_else(|| "?".to_string()),
    }
}

fn zero() -> i32 {
    std::hint::black_box(0)
}

#[allow(unconditional_panic, arithmetic_overflow)]
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let v = vec![1, 2, 3];
    let n = v.len() + zero() as usize;
    println!("{}", message(|| v[n + 2]));
    println!("{}", message(|| v[2..n + 1].len()));
    println!("{}", message(|| v[n + 1..].len()));
    println!("{}", message(|| v[n..1].len()));
    println!("{}", message(|| v[..=n].len()));
    println!("{}", message(|| [1, 2][n]));
    println!("{}", message(|| i32::MAX + zero() + 1));
    println!("{}", message(|| 0u8 - 1 - zero() as u8));
    println!("{}", message(|| i64::MAX * (zero() as i64 + 2)));
    println!("{}", message(|| 1 / zero()));
    println!("{}", message(|| 1 % zero()));
    println!("{}", message(|| i32::MIN / (zero() - 1)));
    println!("{}", message(|| -(i32::MIN + zero())));
    println!("{}", message(|| 1i32 << (zero() + 32)));
    println!("{}", message(|| 1u8 >> (zero() + 8)));
    println!("{}", message(|| (i32::MIN + zero()).abs()));
    println!("{}", message(|| 2i32.pow(31 + zero() as u32)));
    println!("{}", message(|| panic!()));
    println!("{}", message(|| panic!("plain")));
    println!("{}", message(|| panic!("with {}", 5)));
    println!("{}", message(|| todo!()));
    println!("{}", message(|| todo!("later {}", 1)));
    println!("{}", message(|| unimplemented!()));
    println!("{}", message(|| unreachable!()));
    println!("{}", message(|| unreachable!("x {}", 1)));
    println!("{}", message(|| assert!(zero() == 1)));
    println!("{}", message(|| assert!(zero() == 1, "no {}", 7)));
    println!("{}", message(|| assert_eq!(zero(), 1)));
    println!("{}", message(|| assert_eq!("a", "b", "reason {}", 1)));
    println!("{}", message(|| assert_ne!(zero(), 0)));
    println!("{}", message(|| debug_assert_eq!(vec![1], vec![2])));
    println!("{}", message(|| "héllo"[0..2].len()));
    println!("{}", message(|| "abc"[2..9].len()));
    println!("{}", message(|| "abc"[3..1].len()));
    let c = RefCell::new(1);
    let b = c.borrow_mut();
    println!("{}", message(|| *c.borrow()));
    println!("{}", message(|| *c.borrow_mut()));
    drop(b);
    let mut w = vec![1];
    println!("{}", message(|| w.remove(5)));
    println!("{}", message(|| w.insert(5, 1)));
    println!("{}", message(|| w.swap_remove(5)));
    println!("{}", message(|| w.drain(3..)));
    println!("{}", message(|| w.split_off(4)));
    println!("{}", message(|| [1, 2].split_at(3)));
    println!("{}", message(|| [0; 2].copy_from_slice(&[1; 3])));
    println!("{}", message(|| [1].chunks(0)));
    println!("{}", message(|| std::collections::HashMap::<i32, i32>::new()[&1]));
    println!("{}", message(|| std::collections::BTreeMap::<i32, i32>::new()[&1]));
    println!("{}", message(|| std::collections::VecDeque::from([1])[n]));
    println!("{}", message(|| (0..5).step_by(zero() as usize)));
    println!("{}", message(|| 5.clamp(3, zero())));
    println!("{}", message(|| std::time::Duration::from_secs(1) - std::time::Duration::from_secs(2)));
    println!("{}", message(|| std::time::Duration::from_secs_f64(-1.0)));
    println!("{}", message(|| char::from_digit(1, 40)));
    println!("{}", message(|| 0u32.ilog2()));
    println!("{}", message(|| std::panic::panic_any("any".to_string())));
}
