//! What users see of a result: text for people, JSON for programs.

pub mod comparison;
pub mod coverage;
pub mod effect;
pub mod inside;
pub mod json;
pub mod lanes;
pub mod names;
pub mod object;
pub mod pairs;
pub mod phases;
pub mod rounds;
mod select;
pub mod silent;
pub mod snippet;
pub mod story;
pub mod table;
pub mod tests;
pub mod text;
pub mod wait;
pub mod words;
