//@ no-bug
//@ source: references, through pointers, to parts that ask for a larger alignment, in the payload of an
//@ source: enum and in what an async block keeps
use std::future::Future;
use std::pin::{Pin, pin};
use std::ptr::NonNull;
use std::task::{Context, Poll, Waker};

#[repr(align(128))]
struct Padded(u32);

struct Node {
    mark: u8,
    state: Padded,
    next: Option<NonNull<Node>>,
}

struct Small {
    a: u8,
    b: u32,
}

struct Waiting(Node, bool);

fn node(mark: u8) -> Node {
    Node { mark, state: Padded(0), next: None }
}

fn touch(node: &mut Node) -> u32 {
    let mut pointer = NonNull::from(node);
    let node = unsafe { pointer.as_mut() };
    node.state.0 += 1;
    node.state.0 + u32::from(node.mark) + u32::from(node.next.is_some())
}

fn touch_small(small: &mut Small) -> u32 {
    let mut pointer = NonNull::from(small);
    let small = unsafe { pointer.as_mut() };
    small.b += u32::from(small.a);
    small.b
}

impl Future for Waiting {
    type Output = u32;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u32> {
        let this = unsafe { self.get_unchecked_mut() };
        let seen = touch(&mut this.0);
        match std::mem::replace(&mut this.1, true) {
            false => Poll::Pending,
            true => Poll::Ready(seen),
        }
    }
}

async fn twice(mark: u8) -> u32 {
    let mut own = node(mark);
    let first = Waiting(node(mark), false).await;
    touch(&mut own) + first
}

enum Either {
    One(u8, Small, Node),
    Other(u64),
}

fn main() {
    let mut either = [Either::One(1, Small { a: 1, b: 2 }, node(3)), Either::Other(4)];
    for either in &mut either {
        match either {
            Either::One(_, small, node) => assert_eq!(touch_small(small) + touch(node), 7),
            Either::Other(number) => assert_eq!(*number, 4),
        }
    }
    let mut option = Some(node(5));
    assert_eq!(option.as_mut().map(touch), Some(6));
    let both = std::thread::spawn(|| {
        let mut future: Pin<Box<dyn Future<Output = u32>>> = Box::pin(async { twice(1).await + twice(2).await });
        let mut polls = 0;
        loop {
            polls += 1;
            if let Poll::Ready(sum) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                return (polls, sum);
            }
        }
    });
    assert_eq!(both.join().unwrap(), (3, 12));
    let mut left = pin!(twice(1));
    assert!(left.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
}
