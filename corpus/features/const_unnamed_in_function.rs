//@ no-bug
//@ source: impls in a `const _` inside of a function, as syn's custom keywords and derives give them

use core::primitive::u32 as Number;
use std::thread;

trait Named {
    const NAME: &'static str;
    fn shown(&self) -> String;
}

macro_rules! word {
    ($name:ident) => {
        #[derive(Clone, Copy)]
        pub struct $name(pub crate::Number);
        const _: () = {
            impl crate::Named for $name {
                const NAME: &'static str = stringify!($name);
                fn shown(&self) -> String {
                    // One more inside.
                    const _: () = {
                        impl PartialEq for $name {
                            fn eq(&self, other: &$name) -> bool {
                                self.0 == other.0
                            }
                        }
                    };
                    format!("{} {}", <$name as crate::Named>::NAME, *self == *self)
                }
            }
        };
    };
}

fn in_function() -> String {
    mod words {
        word!(First);
        word!(Second);
    }
    let worker = thread::spawn(|| words::Second(core::primitive::u32::MAX).shown());
    let own = words::First(1).shown();
    own + ", " + &worker.join().unwrap()
}

fn main() {
    #[derive(Debug)]
    struct Local;
    const _: () = {
        impl Drop for Local {
            fn drop(&mut self) {
                println!("dropped");
            }
        }
    };
    let _local = Local;
    println!("{}", in_function());
    assert_eq!(in_function(), "First true, Second true");
}
