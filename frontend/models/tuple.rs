//! Trait impls of tuples up to twelve elements. `Clone` and `Copy` of tuples are built in.

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::iter::Extend;

macro_rules! tuple_impls {
    ($($T:ident $index:tt),+) => {
        impl<$($T: PartialEq),+> PartialEq for ($($T,)+) {
            #[inline]
            fn eq(&self, other: &($($T,)+)) -> bool {
                $( self.$index == other.$index )&&+
            }
        }
        impl<$($T: Eq),+> Eq for ($($T,)+) {}
        impl<$($T: PartialOrd),+> PartialOrd for ($($T,)+) {
            fn partial_cmp(&self, other: &($($T,)+)) -> Option<Ordering> {
                $(
                    match self.$index.partial_cmp(&other.$index) {
                        Some(Ordering::Equal) => {}
                        unequal => return unequal,
                    }
                )+
                Some(Ordering::Equal)
            }
        }
        impl<$($T: Ord),+> Ord for ($($T,)+) {
            fn cmp(&self, other: &($($T,)+)) -> Ordering {
                $(
                    match self.$index.cmp(&other.$index) {
                        Ordering::Equal => {}
                        unequal => return unequal,
                    }
                )+
                Ordering::Equal
            }
        }
        impl<$($T: Default),+> Default for ($($T,)+) {
            fn default() -> ($($T,)+) {
                ($($T::default(),)+)
            }
        }
        impl<$($T: Hash),+> Hash for ($($T,)+) {
            fn hash<S: Hasher>(&self, state: &mut S) {
                $( self.$index.hash(state); )+
            }
        }
        impl<$($T: fmt::Debug),+> fmt::Debug for ($($T,)+) {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut builder = f.debug_tuple("");
                $( builder.field(&self.$index); )+
                builder.finish()
            }
        }
    };
}
tuple_impls! { A 0 }
tuple_impls! { A 0, B 1 }
tuple_impls! { A 0, B 1, C 2 }
tuple_impls! { A 0, B 1, C 2, D 3 }
tuple_impls! { A 0, B 1, C 2, D 3, E 4 }
tuple_impls! { A 0, B 1, C 2, D 3, E 4, F 5 }
tuple_impls! { A 0, B 1, C 2, D 3, E 4, F 5, G 6 }
tuple_impls! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7 }
tuple_impls! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8 }
tuple_impls! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9 }
tuple_impls! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10 }
tuple_impls! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11 }

impl fmt::Debug for () {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("()")
    }
}
impl Hash for () {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

macro_rules! tuple_from_array {
    ($n:literal $($name:ident $T:ident)+) => {
        impl<T> From<[T; $n]> for ($($T,)+) {
            fn from(array: [T; $n]) -> Self {
                let [$($name),+] = array;
                ($($name,)+)
            }
        }
        impl<T> From<($($T,)+)> for [T; $n] {
            fn from(tuple: ($($T,)+)) -> Self {
                let ($($name,)+) = tuple;
                [$($name),+]
            }
        }
    };
}
tuple_from_array! { 1 a T }
tuple_from_array! { 2 a T b T }
tuple_from_array! { 3 a T b T c T }
tuple_from_array! { 4 a T b T c T d T }

impl FromIterator<()> for () {
    fn from_iter<I: IntoIterator<Item = ()>>(iter: I) {
        for () in iter {}
    }
}

macro_rules! tuple_collections {
    ($($T:ident $Into:ident $index:tt),+) => {
        impl<$($T, $Into: Extend<$T>),+> Extend<($($T,)+)> for ($($Into,)+) {
            fn extend<Items: IntoIterator<Item = ($($T,)+)>>(&mut self, items: Items) {
                for item in items {
                    $( self.$index.extend(Some(item.$index)); )+
                }
            }
        }
        impl<$($T, $Into: Default + Extend<$T>),+> FromIterator<($($T,)+)> for ($($Into,)+) {
            fn from_iter<Items: IntoIterator<Item = ($($T,)+)>>(items: Items) -> ($($Into,)+) {
                let mut result = ($($Into::default(),)+);
                result.extend(items);
                result
            }
        }
    };
}
tuple_collections! { A IntoA 0 }
tuple_collections! { A IntoA 0, B IntoB 1 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2, D IntoD 3 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2, D IntoD 3, E IntoE 4 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2, D IntoD 3, E IntoE 4, F IntoF 5 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2, D IntoD 3, E IntoE 4, F IntoF 5, G IntoG 6 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2, D IntoD 3, E IntoE 4, F IntoF 5, G IntoG 6, H IntoH 7 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2, D IntoD 3, E IntoE 4, F IntoF 5, G IntoG 6, H IntoH 7, I IntoI 8 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2, D IntoD 3, E IntoE 4, F IntoF 5, G IntoG 6, H IntoH 7, I IntoI 8, J IntoJ 9 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2, D IntoD 3, E IntoE 4, F IntoF 5, G IntoG 6, H IntoH 7, I IntoI 8, J IntoJ 9, K IntoK 10 }
tuple_collections! { A IntoA 0, B IntoB 1, C IntoC 2, D IntoD 3, E IntoE 4, F IntoF 5, G IntoG 6, H IntoH 7, I IntoI 8, J IntoJ 9, K IntoK 10, L IntoL 11 }
