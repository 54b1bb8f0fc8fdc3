//! What `std` means in a program that is compiled for a peer.
//!
//! `Arc` is std's own for both: nothing in the programs depends on a reference count, and so neither
//! peer has to explore the orders of clones and drops.

/// For loom.
pub mod loom {
    pub use ::loom::thread;
    pub use ::std::{array, collections, iter};

    /// `std::sync`.
    pub mod sync {
        pub use ::loom::sync::{Condvar, Mutex, RwLock, atomic, mpsc};
        pub use ::std::sync::Arc;
    }
}

/// For shuttle.
pub mod shuttle {
    pub use ::shuttle::thread;
    pub use ::std::{array, collections, iter};

    /// `std::sync`.
    pub mod sync {
        pub use ::shuttle::sync::{Condvar, Mutex, RwLock, atomic, mpsc};
        pub use ::std::sync::Arc;
    }
}
