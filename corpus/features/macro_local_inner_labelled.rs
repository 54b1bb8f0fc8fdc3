//@ no-bug
//@ source: with `macro_export(local_inner_macros)`, a macro invoked behind a single colon is its own crate's, too (as
//@ source: the target of what `log` logs)
use std::thread;

mod logging {
    #[macro_export]
    #[doc(hidden)]
    macro_rules! usual_target {
        () => {
            module_path!()
        };
    }

    #[macro_export(local_inner_macros)]
    macro_rules! is_logged {
        (target: $target:expr, $level:expr) => {
            $level < 3 && $target.ends_with("elsewhere")
        };
        ($level:expr) => {
            is_logged!(target: usual_target!(), $level)
        };
    }
}

mod elsewhere {
    pub fn work(level: u32) -> bool {
        crate::is_logged!(level)
    }
}

fn main() {
    let worker = thread::spawn(|| elsewhere::work(2));
    assert!(worker.join().unwrap() && !elsewhere::work(3));
}
