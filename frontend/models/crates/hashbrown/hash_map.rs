//! `hashbrown::hash_map`: std's, and what else is named through it.

pub use super::DefaultHashBuilder;
pub use crate::collections::hash_map::*;
