//! What the guards of locks have in common. Not a part of tokio.

/// Access to the part that a guard is for.
macro_rules! guards_of_parts {
    ($([$($generics:tt)*] $guard:ty => $part:ident;)*) => {
        $(
            impl<$($generics)*> Deref for $guard {
                type Target = $part;
                #[inline]
                fn deref(&self) -> &$part {
                    unsafe { &*self.part }
                }
            }
        )*
    };
}
pub(super) use guards_of_parts;

/// The same to write to it.
macro_rules! exclusive_guards_of_parts {
    ($([$($generics:tt)*] $guard:ty => $part:ident;)*) => {
        guards_of_parts! { $([$($generics)*] $guard => $part;)* }
        $(
            impl<$($generics)*> DerefMut for $guard {
                #[inline]
                fn deref_mut(&mut self) -> &mut $part {
                    unsafe { &mut *self.part }
                }
            }
        )*
    };
}
pub(super) use exclusive_guards_of_parts;

/// A guard is shown as what it guards.
macro_rules! shown_guards {
    ($([$($generics:tt)*] $guard:ty => $shown:ident;)*) => {
        $(
            impl<$($generics)*> fmt::Debug for $guard
            where
                $shown: fmt::Debug,
            {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    (**self).fmt(f)
                }
            }
            impl<$($generics)*> fmt::Display for $guard
            where
                $shown: fmt::Display,
            {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    (**self).fmt(f)
                }
            }
        )*
    };
}
pub(super) use shown_guards;
