//! `lazy_static`: its macro over `LazyLock`, initialized at first use.
//!
//! Left out: the `spin_no_std` feature.

pub use crate::lazy_static;

pub trait LazyStatic {
    fn initialize(lazy: &Self);
}
pub fn initialize<T: LazyStatic>(lazy: &T) {
    LazyStatic::initialize(lazy);
}

#[macro_export]
macro_rules! lazy_static {
    () => {};
    ($(#[$attr:meta])* static ref $name:ident : $t:ty = $init:expr; $($rest:tt)*) => {
        $crate::lazy_static!(@one [$(#[$attr])*] () $name, $t, $init);
        $crate::lazy_static!($($rest)*);
    };
    ($(#[$attr:meta])* pub static ref $name:ident : $t:ty = $init:expr; $($rest:tt)*) => {
        $crate::lazy_static!(@one [$(#[$attr])*] (pub) $name, $t, $init);
        $crate::lazy_static!($($rest)*);
    };
    ($(#[$attr:meta])* pub ($($vis:tt)+) static ref $name:ident : $t:ty = $init:expr; $($rest:tt)*) => {
        $crate::lazy_static!(@one [$(#[$attr])*] (pub ($($vis)+)) $name, $t, $init);
        $crate::lazy_static!($($rest)*);
    };
    (@one [$(#[$attr:meta])*] ($($vis:tt)*) $name:ident, $t:ty, $init:expr) => {
        #[allow(non_camel_case_types)]
        $($vis)* struct $name {
            __lazy_static: (),
        }
        $(#[$attr])*
        $($vis)* static $name: $name = $name { __lazy_static: () };
        impl $crate::ops::Deref for $name {
            type Target = $t;
            fn deref(&self) -> &$t {
                static LAZY: $crate::sync::LazyLock<$t> = $crate::sync::LazyLock::new(|| $init);
                $crate::sync::LazyLock::force(&LAZY)
            }
        }
        impl $crate::crates::lazy_static::LazyStatic for $name {
            fn initialize(lazy: &Self) {
                let _ = &**lazy;
            }
        }
    };
}
