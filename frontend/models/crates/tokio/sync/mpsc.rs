//! `tokio::sync::mpsc`: bounded and unbounded channels, `reserve` and its permits, weak senders. A call is one
//! operation; to drop the last sender is two, and to clone one is none. Left out: counts of weak senders; how many
//! senders there are is the number of the moment.

mod bounded;
pub mod chan;
pub mod error;
mod unbounded;

pub use bounded::{OwnedPermit, Permit, PermitIterator, Receiver, Sender, WeakSender, channel};
pub use unbounded::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel};
