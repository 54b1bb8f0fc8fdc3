//@ no-bug
//@ source: the tutorial's mini-redis client: a task owns the data, others send it commands with a channel for the answer.

use std::collections::HashMap;
use tokio::sync::{mpsc, oneshot};
#[derive(Debug)]
enum Command {
    Get {
        key: String,
        resp: Responder<Option<String>>,
    },
    Set {
        key: String,
        val: String,
        resp: Responder<()>,
    },
}
type Responder<T> = oneshot::Sender<Result<T, String>>;
#[tokio::main]
async fn main() {
    let (tx, mut rx) = mpsc::channel(32);
    let tx2 = tx.clone();
    let manager = tokio::spawn(async move {
        let mut db = HashMap::new();
        while let Some(cmd) = rx.recv().await {
            match cmd {
                Command::Get { key, resp } => {
                    let res = db.get(&key).cloned();
                    let _ = resp.send(Ok(res));
                }
                Command::Set { key, val, resp } => {
                    db.insert(key, val);
                    let _ = resp.send(Ok(()));
                }
            }
        }
    });
    let t1 = tokio::spawn(async move {
        let (resp_tx, resp_rx) = oneshot::channel();
        let cmd = Command::Get {
            key: "foo".to_string(),
            resp: resp_tx,
        };
        if tx.send(cmd).await.is_err() {
            eprintln!("connection task shutdown");
            return;
        }
        let res = resp_rx.await.unwrap().unwrap();
        assert!(res.is_none() || res.as_deref() == Some("bar"));
    });
    let t2 = tokio::spawn(async move {
        let (resp_tx, resp_rx) = oneshot::channel();
        let cmd = Command::Set {
            key: "foo".to_string(),
            val: "bar".to_string(),
            resp: resp_tx,
        };
        tx2.send(cmd).await.unwrap();
        resp_rx.await.unwrap().unwrap();
    });
    t1.await.unwrap();
    t2.await.unwrap();
    manager.await.unwrap();
}
