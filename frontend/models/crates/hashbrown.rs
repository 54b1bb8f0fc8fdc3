//! `hashbrown`: maps and sets are std's; `HashTable`, and `raw::RawTable` of versions before 0.15, keep their
//! values in slots that are looked through in order, so that a bucket keeps its place (what `indexmap` and
//! `dashmap` are built on).
//!
//! Left out: `EntryRef`, allocators, the order of iteration; costs are other ones.

pub mod hash_map;
pub mod hash_table;
pub mod raw;

pub use crate::collections::TryReserveError;
pub use crate::collections::hash_map::HashMap;
pub use crate::collections::hash_set::{self, HashSet};
pub use crate::hash::RandomState as DefaultHashBuilder;
pub use hash_table::HashTable;

pub trait Equivalent<K: ?Sized> {
    fn equivalent(&self, key: &K) -> bool;
}
impl<Q: ?Sized + Eq, K: ?Sized + crate::borrow::Borrow<Q>> Equivalent<K> for Q {
    #[inline]
    fn equivalent(&self, key: &K) -> bool {
        *self == *key.borrow()
    }
}
