//@ bug: undefined-behavior
//@ message: "a poll of a future that was moved after it was pinned"
//@ source: a future that borrows from itself is polled in a box, moved out of it, and polled again
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

struct Yield(bool);

impl Future for Yield {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, _: &mut Context) -> Poll<()> {
        match std::mem::replace(&mut self.0, true) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }
}

async fn second() -> u32 {
    let numbers = [1, 2, 3];
    let number = &numbers[1];
    Yield(false).await;
    *number
}

fn main() {
    let mut context = Context::from_waker(Waker::noop());
    // What was never polled may be moved, and what is polled may stay.
    let unpolled = second();
    let mut stays = Box::pin(unpolled);
    assert!(stays.as_mut().poll(&mut context).is_pending());
    assert_eq!(stays.as_mut().poll(&mut context), Poll::Ready(2));
    let mut future = Box::new(second());
    assert!(
        unsafe { Pin::new_unchecked(&mut *future) }
            .poll(&mut context)
            .is_pending()
    );
    let mut moved = *future;
    let result = unsafe { Pin::new_unchecked(&mut moved) }.poll(&mut context);
    println!("{}", result.is_ready());
}
