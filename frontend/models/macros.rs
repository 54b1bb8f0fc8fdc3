//! std's macros. `format_args`, `concat`, `stringify`, `line`, `file`, `column`, `module_path`, `cfg`,
//! `env`, `option_env`, `compile_error`, `assert`, `panic`, `unreachable` and `addr_of` are built in, and so are `include` and its like.
//! `print_args` is `format_args` of what only the program's user sees.
//!
//! Left out: `concat_bytes!`, `trace_macros!`.

#[macro_export]
macro_rules! format {
    ($($arg:tt)*) => {{
        let formatted = $crate::fmt::format($crate::format_args!($($arg)*));
        formatted
    }};
}

/// Vector instructions are not modelled.
#[macro_export]
macro_rules! is_x86_feature_detected {
    ($($feature:tt)*) => {
        false
    };
}

#[macro_export]
macro_rules! print {
    ($($arg:tt)*) => {{
        $crate::io::_print($crate::print_args!($($arg)*));
    }};
}

#[macro_export]
macro_rules! println {
    () => {{
        $crate::io::_print($crate::format_args!("\n"));
    }};
    ($($arg:tt)*) => {{
        $crate::io::_println($crate::print_args!($($arg)*));
    }};
}

#[macro_export]
macro_rules! eprint {
    ($($arg:tt)*) => {{
        $crate::io::_eprint($crate::print_args!($($arg)*));
    }};
}

#[macro_export]
macro_rules! eprintln {
    () => {{
        $crate::io::_eprint($crate::format_args!("\n"));
    }};
    ($($arg:tt)*) => {{
        $crate::io::_eprintln($crate::print_args!($($arg)*));
    }};
}

#[macro_export]
macro_rules! dbg {
    () => {
        $crate::eprintln!("[{}:{}:{}]", $crate::file!(), $crate::line!(), $crate::column!())
    };
    ($val:expr $(,)?) => {
        match $val {
            tmp => {
                $crate::eprintln!("[{}:{}:{}] {} = {:#?}",
                    $crate::file!(), $crate::line!(), $crate::column!(), $crate::stringify!($val), &tmp);
                tmp
            }
        }
    };
    ($($val:expr),+ $(,)?) => {
        ($($crate::dbg!($val)),+,)
    };
}

#[macro_export]
macro_rules! write {
    ($dst:expr, $($arg:tt)*) => {
        $dst.write_fmt($crate::format_args!($($arg)*))
    };
}

#[macro_export]
macro_rules! writeln {
    ($dst:expr $(,)?) => {
        $crate::write!($dst, "\n")
    };
    ($dst:expr, $($arg:tt)*) => {
        $dst.write_fmt($crate::format_args_nl!($($arg)*))
    };
}

#[macro_export]
macro_rules! vec {
    () => {
        $crate::vec::Vec::new()
    };
    ($elem:expr; $n:expr) => {
        $crate::vec::from_elem($elem, $n)
    };
    ($($x:expr),+ $(,)?) => {
        $crate::vec::from_array([$($x),+])
    };
}

#[macro_export]
macro_rules! matches {
    ($expression:expr, $pattern:pat $(if $guard:expr)? $(,)?) => {
        match $expression {
            $pattern $(if $guard)? => true,
            _ => false
        }
    };
}

#[macro_export]
macro_rules! unimplemented {
    () => {
        $crate::panic!("not implemented")
    };
    ($($arg:tt)+) => {
        $crate::panic!("not implemented: {}", $crate::format_args!($($arg)+))
    };
}

#[macro_export]
macro_rules! todo {
    () => {
        $crate::panic!("not yet implemented")
    };
    ($($arg:tt)+) => {
        $crate::panic!("not yet implemented: {}", $crate::format_args!($($arg)+))
    };
}

#[macro_export]
macro_rules! assert_eq {
    ($left:expr, $right:expr $(,)?) => {
        match (&$left, &$right) {
            (left_val, right_val) => {
                if !(*left_val == *right_val) {
                    $crate::rt::assert_failed("==", &*left_val, &*right_val, $crate::option::Option::None);
                }
            }
        }
    };
    ($left:expr, $right:expr, $($arg:tt)+) => {
        match (&$left, &$right) {
            (left_val, right_val) => {
                if !(*left_val == *right_val) {
                    $crate::rt::assert_failed("==", &*left_val, &*right_val,
                        $crate::option::Option::Some($crate::format_args!($($arg)+)));
                }
            }
        }
    };
}

#[macro_export]
macro_rules! assert_ne {
    ($left:expr, $right:expr $(,)?) => {
        match (&$left, &$right) {
            (left_val, right_val) => {
                if *left_val == *right_val {
                    $crate::rt::assert_failed("!=", &*left_val, &*right_val, $crate::option::Option::None);
                }
            }
        }
    };
    ($left:expr, $right:expr, $($arg:tt)+) => {
        match (&$left, &$right) {
            (left_val, right_val) => {
                if *left_val == *right_val {
                    $crate::rt::assert_failed("!=", &*left_val, &*right_val,
                        $crate::option::Option::Some($crate::format_args!($($arg)+)));
                }
            }
        }
    };
}

#[macro_export]
macro_rules! debug_assert {
    ($($arg:tt)*) => {
        if $crate::cfg!(debug_assertions) {
            $crate::assert!($($arg)*);
        }
    };
}

#[macro_export]
macro_rules! debug_assert_eq {
    ($($arg:tt)*) => {
        if $crate::cfg!(debug_assertions) {
            $crate::assert_eq!($($arg)*);
        }
    };
}

#[macro_export]
macro_rules! debug_assert_ne {
    ($($arg:tt)*) => {
        if $crate::cfg!(debug_assertions) {
            $crate::assert_ne!($($arg)*);
        }
    };
}

#[macro_export]
macro_rules! r#try {
    ($expr:expr $(,)?) => {
        match $expr {
            $crate::result::Result::Ok(val) => val,
            $crate::result::Result::Err(err) => {
                return $crate::result::Result::Err($crate::convert::From::from(err));
            }
        }
    };
}

#[macro_export]
macro_rules! thread_local {
    () => {};
    ($(#[$attr:meta])* $vis:vis static $name:ident : $t:ty = const $init:block; $($rest:tt)*) => {
        $crate::thread_local!(@key [$(#[$attr])*] $vis $name, $t, $init);
        $crate::thread_local!($($rest)*);
    };
    ($(#[$attr:meta])* $vis:vis static $name:ident : $t:ty = const $init:block) => {
        $crate::thread_local!(@key [$(#[$attr])*] $vis $name, $t, $init);
    };
    ($(#[$attr:meta])* $vis:vis static $name:ident : $t:ty = $init:expr; $($rest:tt)*) => {
        $crate::thread_local!(@key [$(#[$attr])*] $vis $name, $t, $init);
        $crate::thread_local!($($rest)*);
    };
    ($(#[$attr:meta])* $vis:vis static $name:ident : $t:ty = $init:expr) => {
        $crate::thread_local!(@key [$(#[$attr])*] $vis $name, $t, $init);
    };
    (@key [$(#[$attr:meta])*] $vis:vis $name:ident, $t:ty, $init:expr) => {
        $(#[$attr])*
        $vis static $name: $crate::thread::LocalKey<$t> = {
            fn __init() -> $t {
                $init
            }
            #[thread_local]
            static __STORAGE: $crate::thread::LocalStorage<$t> = $crate::thread::LocalStorage::new();
            fn __storage() -> *const $crate::thread::LocalStorage<$t> {
                &__STORAGE
            }
            $crate::thread::LocalKey::new(__storage, __init)
        };
    };
}

#[macro_export]
macro_rules! pin {
    ($value:expr $(,)?) => {
        $crate::pin::Pin::<&mut _> { pinned_pointer: &mut { $value } }
    };
}

#[macro_export]
macro_rules! ready {
    ($e:expr $(,)?) => {
        match $e {
            $crate::task::Poll::Ready(value) => value,
            $crate::task::Poll::Pending => return $crate::task::Poll::Pending,
        }
    };
}
