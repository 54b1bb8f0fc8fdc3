//! `tokio`: runtimes, tasks, `sync`, `time`, and the macros. A task of a multi-thread runtime is a thread that polls
//! its future, so that all interleavings of tasks are explored; those of a `current_thread` runtime or a `LocalSet`
//! take turns on one thread, in tokio's order. What a task awaits alone (not in a `select!`, `join!` or timeout)
//! blocks its thread, which is one visible operation, as is each call of a method of `sync`.
//!
//! Left out: `io`, `net`, `fs`, `process`, and of `signal` all but a `ctrl_c` that never comes; metrics, task and
//! runtime builders' hooks, the cooperative budget, `task::Builder`.

pub mod macros;
pub mod runtime;
pub mod signal;
pub mod sync;
pub mod task;
pub mod time;

pub use crate::__attribute_tokio_main as main;
pub use crate::__attribute_tokio_test as test;
pub use crate::__tokio_join as join;
pub use crate::__tokio_pin as pin;
pub use crate::__tokio_select as select;
pub use crate::__tokio_task_local as task_local;
pub use crate::__tokio_try_join as try_join;
pub use task::spawn;
