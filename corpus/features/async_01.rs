//@ no-bug
//@ edition: 2024

use std::future::{Future, IntoFuture, Ready, ready};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

fn run<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

async fn pause() {
    let mut paused = false;
    std::future::poll_fn(|_| match std::mem::replace(&mut paused, true) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await
}

async fn sum(numbers: &[u32]) -> u32 {
    let mut total = 0;
    for number in numbers {
        pause().await;
        total += number;
    }
    total
}

struct Question(u32);

impl IntoFuture for Question {
    type Output = u32;
    type IntoFuture = Ready<u32>;
    fn into_future(self) -> Ready<u32> {
        ready(self.0)
    }
}

async fn even(n: u32) -> Result<u32, String> {
    pause().await;
    if n % 2 == 1 {
        return Err(format!("{n} is odd"));
    }
    Ok(n / 2)
}

async fn halves(n: u32) -> Result<u32, String> {
    let half = even(n).await?;
    even(half).await
}

fn main() {
    println!("{}", run(sum(&[1, 2, 3])));
    println!("{}", run(async { Question(4).await + 1 }));
    println!("{:?} {:?} {:?}", run(halves(8)), run(halves(6)), run(halves(5)));
    let double = async |x: u32| {
        pause().await;
        x * 2
    };
    println!("{}", run(async { double(3).await + double(4).await }));
    let mut log = Vec::new();
    run(async {
        let mut i = 0;
        while i < 3 {
            log.push(i);
            pause().await;
            i += 1;
        }
    });
    println!("{log:?}");
}
