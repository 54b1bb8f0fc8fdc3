//@ bug: deadlock
//@ source: new; a `select!` of which no arm ever gets ready blocks its thread

use crossbeam_channel::{unbounded, bounded, select};
fn main() {
    let (_s, r) = unbounded::<i32>();
    let (_t, q) = bounded::<i32>(0);
    select! {
        recv(r) -> _ => {},
        recv(q) -> _ => {},
    }
}
