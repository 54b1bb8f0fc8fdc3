//@ no-bug

use std::panic;

fn attempt<F: FnOnce() -> i64 + panic::UnwindSafe>(what: &str, f: F) {
    match panic::catch_unwind(f) {
        Ok(v) => println!("{what}: {v}"),
        Err(e) => {
            let text = match e.downcast_ref::<&str>() {
                Some(s) => s.to_string(),
                None => e.downcast_ref::<String>().cloned().unwrap_or_default(),
            };
            println!("{what}: {text}");
        }
    }
}

fn opaque<T>(x: T) -> T {
    std::hint::black_box(x)
}

fn main() {
    attempt("add", || (opaque(255u8) + opaque(1)) as i64);
    attempt("sub", || (opaque(0u32) - opaque(1)) as i64);
    attempt("mul", || (opaque(1i32 << 30) * opaque(4)) as i64);
    attempt("neg", || -opaque(i64::MIN));
    attempt("div", || opaque(1) / opaque(0i64));
    attempt("rem", || opaque(1) % opaque(0i64));
    attempt("div min", || (opaque(i32::MIN) / opaque(-1)) as i64);
    attempt("shl", || (opaque(1u32) << opaque(32)) as i64);
    attempt("fine", || opaque(40) + opaque(2));
    attempt("index", || [1, 2, 3][opaque(3usize)]);
}
