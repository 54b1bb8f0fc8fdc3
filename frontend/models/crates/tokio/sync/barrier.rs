//! `tokio::sync::Barrier`: to arrive is one operation, and to go on another.

use super::shared::{Shared, Waiters, Woken};
use crate::fmt;
use crate::future::Future;
use crate::pin::Pin;
use crate::task::{Context, Poll, Waker};
use crate::thread::executor;

struct Arrivals {
    arrived: usize,
    /// How often all have arrived.
    rounds: u64,
    waiters: Waiters<()>,
}

pub struct Barrier {
    arrivals: Shared<Arrivals>,
    n: usize,
}
impl Barrier {
    pub fn new(n: usize) -> Barrier {
        let arrivals = Arrivals { arrived: 0, rounds: 0, waiters: Waiters::new() };
        Barrier { arrivals: Shared::new(arrivals), n: n.max(1) }
    }
    pub async fn wait(&self) -> BarrierWaitResult {
        let mut woken = Woken::new();
        let round = self.arrivals.enter(|arrivals| {
            arrivals.arrived += 1;
            if arrivals.arrived < self.n {
                return Some(arrivals.rounds);
            }
            arrivals.arrived = 0;
            arrivals.rounds += 1;
            woken = arrivals.waiters.drain();
            None
        });
        woken.wake();
        if let Some(round) = round {
            Arrived { barrier: self, round }.await;
        }
        BarrierWaitResult(round.is_none())
    }
}
impl fmt::Debug for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Barrier").finish_non_exhaustive()
    }
}

/// Who waits for the others of a round.
struct Arrived<'a> {
    barrier: &'a Barrier,
    round: u64,
}
impl Future for Arrived<'_> {
    type Output = ();
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let (place, round) = (&raw const *self, self.round);
        let due: (fn(&Arrivals) -> &u64, u64) = (|arrivals| &arrivals.rounds, round + 1);
        self.barrier.arrivals.poll_when(executor::is_sole(place), cx, due, |arrivals, waker: Option<Waker>| {
            if arrivals.rounds > round {
                return Poll::Ready(());
            }
            arrivals.waiters.register(waker.unwrap());
            Poll::Pending
        })
    }
}

#[derive(Debug, Clone)]
pub struct BarrierWaitResult(bool);
impl BarrierWaitResult {
    pub fn is_leader(&self) -> bool {
        self.0
    }
}
