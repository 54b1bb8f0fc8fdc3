//! The front end: Rust source to vscheck's intermediate representation.
//!
//! The program is one that `rustc` accepts, so the front end never has to refuse it for its types or
//! borrows: it has to find out what type each expression has and which function each call means.
//!
//! Stages, each a folder: `parse/` (syn to [`hir`], the only place that knows `syn`), `resolve/`
//! (modules, imports, macros, `cfg`), `infer/` (types of one body for one set of concrete type
//! arguments: [`typed`]), `lower/` (places, patterns, closures, drops, unwinding; [`vscheck_ir`]),
//! `models/` (the modelled standard library, in Rust source).

pub mod diagnostic;
pub mod hir;
pub mod infer;
pub mod options;
pub(crate) mod parse;
pub mod resolve;
pub mod symbol;
pub mod ty;
pub mod typed;

pub use diagnostic::Diagnostic;
pub use options::Options;
