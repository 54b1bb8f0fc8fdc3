//! Typed indexes: one small integer type for each kind of thing that lives in a table.

/// Declares a `u32` index type that prints with a prefix (`fn3`, `i17`).
#[macro_export]
macro_rules! entity {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// The index as a `usize`, for table look-ups.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
            /// The id of the `index`-th entry. Panics past `u32::MAX` entries.
            #[inline]
            pub fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("more than u32::MAX entries"))
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}
