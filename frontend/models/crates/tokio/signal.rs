//! `tokio::signal`: no signal ever comes. Left out: `unix` and `windows`.

use crate::io;

pub async fn ctrl_c() -> io::Result<()> {
    super::runtime::context::assert_inside();
    crate::future::pending().await
}
