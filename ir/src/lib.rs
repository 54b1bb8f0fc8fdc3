//! The vocabulary that every layer of vscheck speaks: a typed register bytecode over monomorphic
//! types, and the verbs of concurrency. Data, printing and checking only; this crate knows nobody.
//!
//! - [`program`]: what a checked program is (functions, statics, vtables, layouts, sources);
//! - [`inst`]: the instruction set, data only;
//! - [`action`]: the verbs of concurrency, shared by static accesses and run-time operations;
//! - [`intrinsic`]: the closed list of what library models may call;
//! - [`layout`]: types laid out in cells;
//! - [`site`]: the name of a place in the code;
//! - [`source`]: files and spans;
//! - [`flow`]: data flow of single instructions; [`live`]: registers that are read again, and [`printed`] which of them
//!   only to be printed; [`graph`]: components and cycles;
//! - [`entity`]: typed indexes;
//! - [`mod@print`]: the text form; [`verify`]: what every program must satisfy.

pub mod action;
#[macro_use]
pub mod entity;
pub mod flow;
pub mod graph;
pub mod inst;
pub mod intrinsic;
pub mod layout;
pub mod live;
pub mod print;
pub mod printed;
pub mod program;
pub mod site;
pub mod source;
pub mod verify;

pub use action::{Action, ActionFacts, ActionKind, AtomicType, MemoryOrdering, RmwOp};
pub use inst::{Arg, BinOp, Callee, Inst, Operand, Overflow, ScalarType, UnOp};
pub use intrinsic::Intrinsic;
pub use layout::{CellKind, Layout, LayoutId, Niche, Shape, SyncKind, Zeros};
pub use program::{
    FuncId, Function, InstId, Landing, LandingKind, Program, Reg, SignatureId, SlotId, StaticId,
    TraitObjectId, VtableId,
};
pub use site::Site;
pub use source::{FileId, SourceFile, Span};
