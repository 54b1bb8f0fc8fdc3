//! What sources resolve and lower to, as text.

mod desugar;
mod errors;
mod items;
mod libraries;
mod macros;
mod models;
mod names;
mod support;
