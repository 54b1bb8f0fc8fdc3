//! The static pass (see docs/architecture.md).
mod call_graph;
mod cfg;
mod escape;
mod graph;
mod mhp;
mod points_to;
mod thread_set;
