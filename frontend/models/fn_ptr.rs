//! Comparison and hashing of function pointers, up to eight parameters. Calling and copying them is built
//! in; how they print stands in `fmt`.

use crate::cmp::Ordering;
use crate::hash::{Hash, Hasher};

macro_rules! fn_pointer_impls {
    ($($T:ident)*) => {
        impl<Ret, $($T),*> PartialEq for fn($($T),*) -> Ret {
            #[inline]
            fn eq(&self, other: &fn($($T),*) -> Ret) -> bool {
                *self as usize == *other as usize
            }
        }
        impl<Ret, $($T),*> Eq for fn($($T),*) -> Ret {}
        impl<Ret, $($T),*> PartialOrd for fn($($T),*) -> Ret {
            fn partial_cmp(&self, other: &fn($($T),*) -> Ret) -> Option<Ordering> {
                (*self as usize).partial_cmp(&(*other as usize))
            }
        }
        impl<Ret, $($T),*> Ord for fn($($T),*) -> Ret {
            fn cmp(&self, other: &fn($($T),*) -> Ret) -> Ordering {
                (*self as usize).cmp(&(*other as usize))
            }
        }
        impl<Ret, $($T),*> Hash for fn($($T),*) -> Ret {
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
