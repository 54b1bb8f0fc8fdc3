//! `async-process`: there are no processes, so the driver that `smol`'s executor runs for them waits for
//! ever.
//!
//! Left out: `Command` and all that starts a process.

use crate::convert::Infallible;
use crate::future::{self, Future};

pub fn driver() -> impl Future<Output = Infallible> + Send + 'static {
    future::pending()
}
