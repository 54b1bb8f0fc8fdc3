//@ no-bug
//@ source: three stages with bounded channels between them.

use tokio::sync::mpsc;

#[tokio::main]
async fn main() {
    let (to_double, mut numbers) = mpsc::channel(1);
    let (to_sum, mut doubled) = mpsc::channel(1);
    tokio::spawn(async move {
        for number in 1..=3 {
            to_double.send(number).await.unwrap();
        }
    });
    tokio::spawn(async move {
        while let Some(number) = numbers.recv().await {
            if to_sum.send(2 * number).await.is_err() {
                return;
            }
        }
    });
    let mut sum = 0;
    while let Some(number) = doubled.recv().await {
        sum += number;
    }
    assert_eq!(sum, 12);
}
