//! What maintenance commands and tests share.

pub mod oracle;
