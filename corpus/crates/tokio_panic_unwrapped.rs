//@ bug: panic
//@ message: "JoinError::Panic"
//@ source: whoever unwraps the result of a task that panics panics.

#[tokio::main]
async fn main() {
    tokio::spawn(async { assert_eq!(1 + 1, 3) }).await.unwrap();
}
