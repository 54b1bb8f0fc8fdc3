//! What maintenance commands and tests share.

pub mod census;
pub mod oracle;
