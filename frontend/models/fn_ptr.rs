//! Comparison and hashing of function pointers, up to seven parameters, of Rust's and of C's calling
//! convention. Calling and copying them is built in; how they print stands in `fmt`.

use crate::cmp::Ordering;
use crate::hash::{Hash, Hasher};

macro_rules! fn_pointer_impls {
    ($($T:ident)*) => {
        fn_pointer_impls! { fn($($T),*) -> Ret, $($T)* }
        fn_pointer_impls! { extern "C" fn($($T),*) -> Ret, $($T)* }
    };
    ($F:ty, $($T:ident)*) => {
        impl<Ret, $($T),*> PartialEq for $F {
            #[inline]
            fn eq(&self, other: &$F) -> bool {
                *self as usize == *other as usize
            }
        }
        impl<Ret, $($T),*> Eq for $F {}
        impl<Ret, $($T),*> PartialOrd for $F {
            fn partial_cmp(&self, other: &$F) -> Option<Ordering> {
                (*self as usize).partial_cmp(&(*other as usize))
            }
        }
        impl<Ret, $($T),*> Ord for $F {
            fn cmp(&self, other: &$F) -> Ordering {
                (*self as usize).cmp(&(*other as usize))
            }
        }
        impl<Ret, $($T),*> Hash for $F {
            fn hash<H: Hasher>(&self, state: &mut H) {
                (*self as usize).hash(state)
            }
        }
    };
}
fn_pointer_impls! {}
fn_pointer_impls! { A }
fn_pointer_impls! { A B }
fn_pointer_impls! { A B C }
fn_pointer_impls! { A B C D }
fn_pointer_impls! { A B C D E }
fn_pointer_impls! { A B C D E F }
fn_pointer_impls! { A B C D E F G }
fn_pointer_impls! { A B C D E F G H }
