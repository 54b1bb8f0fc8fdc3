//@ no-bug
//@ source: values that belong to a task.

tokio::task_local! { static ID: u32; pub static NAME: String; }
#[tokio::main]
async fn main() {
    let a = tokio::spawn(ID.scope(1, async {
        tokio::task::yield_now().await;
        ID.get()
    }));
    let b = tokio::spawn(ID.scope(2, async { ID.with(|x| *x) }));
    assert_eq!(a.await.unwrap() + b.await.unwrap(), 3);
    assert!(ID.try_with(|_| ()).is_err());
    NAME.sync_scope("x".into(), || assert_eq!(NAME.get(), "x"));
}
