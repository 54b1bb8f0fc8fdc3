//@ no-bug
//@ outcomes: 2
//@ source: tasks are joined in the order in which they end; one that is aborted may have ended before.

use tokio::task::JoinSet;

#[tokio::main]
async fn main() {
    let mut set = JoinSet::new();
    set.spawn(async { 1 });
    set.spawn(async { 2 });
    let first = set.join_next().await.unwrap().unwrap();
    let second = set.join_next().await.unwrap().unwrap();
    println!("{first}{second}");
    assert!(set.join_next().await.is_none());

    let aborted = set.spawn(std::future::pending());
    aborted.abort();
    let error = set.join_next().await.unwrap().unwrap_err();
    assert!(error.is_cancelled() && aborted.is_finished());
    assert_eq!(error.to_string(), format!("task {} was cancelled", aborted.id()));
}
