//@ no-bug
//@ outcomes: 1
//@ source: a macro with `local_inner_macros` whose text negates and compares, as that of `bitflags` 1 does
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

#[macro_export(local_inner_macros)]
macro_rules! gate {
    ($name:ident: $limit:expr) => {
        struct $name(AtomicU32);
        impl $name {
            fn pass(&self) -> bool {
                let mut first = true;
                loop {
                    let passed = self.0.load(SeqCst);
                    if !first && passed != limit_of!($limit) {
                        thread::yield_now();
                    }
                    if !(passed < limit_of!($limit)) {
                        return !true;
                    }
                    first = false;
                    let now = passed + 1;
                    while now != 0 && !(first) {
                        match self.0.compare_exchange(passed, now, SeqCst, SeqCst) {
                            Ok(before) => return !(before != passed),
                            Err(_) => break,
                        }
                    }
                }
            }
        }
    };
}

#[macro_export]
macro_rules! limit_of {
    ($limit:expr) => {
        $limit
    };
}

gate!(Gate: 1);

fn main() {
    let gate = Gate(AtomicU32::new(0));
    let passed = thread::scope(|scope| {
        let threads = [scope.spawn(|| gate.pass()), scope.spawn(|| gate.pass())];
        threads.map(|thread| thread.join().unwrap())
    });
    println!("{} passed", passed.iter().filter(|&&passed| passed).count());
}
