//@ no-bug
//@ source: a repository with versions, updated until there is no conflict

mod model {
    use std::fmt;
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Id(pub(crate) u32);
    #[derive(Debug, Clone, PartialEq)]
    pub struct Todo {
        pub id: Id,
        pub title: String,
        pub done: bool,
        pub tags: Vec<&'static str>,
    }
    impl fmt::Display for Todo {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(
                f,
                "[{}] {:<10.10} {}",
                if self.done { 'x' } else { ' ' },
                self.title,
                self.tags.join(",")
            )
        }
    }
    #[derive(Debug, Default)]
    pub struct TodoBuilder {
        title: Option<String>,
        done: bool,
        tags: Vec<&'static str>,
    }
    impl TodoBuilder {
        pub fn new() -> Self {
            Self::default()
        }
        pub fn title(mut self, t: impl Into<String>) -> Self {
            self.title.replace(t.into());
            self
        }
        pub fn done(self, done: bool) -> Self {
            Self { done, ..self }
        }
        pub fn tag(mut self, t: &'static str) -> Self {
            self.tags.push(t);
            self
        }
        pub fn build(self, id: Id) -> Result<Todo, super::error::AppError> {
            Ok(Todo {
                id,
                title: self.title.ok_or(super::error::AppError::Missing("title"))?,
                done: self.done,
                tags: self.tags,
            })
        }
    }
}
mod error {
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum AppError {
        Missing(&'static str),
        NotFound(super::model::Id),
        Conflict { id: super::model::Id, version: u64 },
        Io(String),
    }
    impl std::fmt::Display for AppError {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            use AppError::*;
            match self {
                Missing(w) => write!(f, "missing {w}"),
                NotFound(super::model::Id(n)) => write!(f, "no todo {n}"),
                Conflict { id, version } => write!(f, "conflict on {} at v{version}", id.0),
                Io(s) => f.write_str(s),
            }
        }
    }
    impl std::error::Error for AppError {}
    impl From<std::fmt::Error> for AppError {
        fn from(e: std::fmt::Error) -> Self {
            AppError::Io(e.to_string())
        }
    }
    pub type Result<T, E = AppError> = std::result::Result<T, E>;
}
mod repo {
    use super::{error::*, model::*};
    use std::{
        collections::BTreeMap,
        sync::{
            atomic::{AtomicU32, AtomicU64, Ordering::*},
            RwLock,
        },
    };
    pub trait Repo: Send + Sync {
        fn add(&self, b: TodoBuilder) -> Result<Id>;
        fn get(&self, id: Id) -> Result<(Todo, u64)>;
        fn put(&self, t: Todo, version: u64) -> Result<u64>;
        fn all(&self) -> Vec<Todo>;
        fn update(&self, id: Id, f: &mut dyn FnMut(&mut Todo)) -> Result<u32> {
            let mut tries = 0;
            loop {
                tries += 1;
                let (mut t, v) = self.get(id)?;
                f(&mut t);
                match self.put(t, v) {
                    Ok(_) => return Ok(tries),
                    Err(AppError::Conflict { .. }) => continue,
                    Err(e) => return Err(e),
                }
            }
        }
    }
    #[derive(Default)]
    pub struct Mem {
        rows: RwLock<BTreeMap<Id, (Todo, u64)>>,
        next: AtomicU32,
        pub(super) conflicts: AtomicU64,
    }
    impl Repo for Mem {
        fn add(&self, b: TodoBuilder) -> Result<Id> {
            let id = Id(self.next.fetch_add(1, Relaxed));
            let t = b.build(id)?;
            self.rows.write().unwrap().insert(id, (t, 0));
            Ok(id)
        }
        fn get(&self, id: Id) -> Result<(Todo, u64)> {
            self.rows
                .read()
                .unwrap()
                .get(&id)
                .cloned()
                .ok_or(AppError::NotFound(id))
        }
        fn put(&self, t: Todo, version: u64) -> Result<u64> {
            let mut w = self.rows.write().unwrap();
            let row = w.get_mut(&t.id).ok_or(AppError::NotFound(t.id))?;
            if row.1 != version {
                self.conflicts.fetch_add(1, Relaxed);
                return Err(AppError::Conflict {
                    id: t.id,
                    version: row.1,
                });
            }
            *row = (t, version + 1);
            Ok(row.1)
        }
        fn all(&self) -> Vec<Todo> {
            self.rows
                .read()
                .unwrap()
                .values()
                .map(|(t, _)| t.clone())
                .collect()
        }
    }
}
use repo::Repo;
use std::sync::Arc;
fn main() -> error::Result<()> {
    let mem = Arc::new(repo::Mem::default());
    let r: Arc<dyn Repo> = mem.clone();
    let id = r.add(model::TodoBuilder::new().title("write tests").tag("dev"))?;
    println!("{:?}", r.add(model::TodoBuilder::new().done(true)));
    let hs: Vec<_> = ["a", "b"]
        .iter()
        .map(|&t| {
            let r = Arc::clone(&r);
            std::thread::spawn(move || r.update(id, &mut |x| x.tags.push(t)))
        })
        .collect();
    let tries: u32 = hs
        .into_iter()
        .map(|h| h.join().expect("no panic"))
        .sum::<error::Result<u32>>()?;
    assert_eq!(
        tries as u64,
        2 + mem.conflicts.load(std::sync::atomic::Ordering::SeqCst)
    );
    let (mut t, v) = r.get(id)?;
    t.tags.sort_unstable();
    println!("{t} v{v}");
    r.update(id, &mut |x| {
        x.done = !x.done;
        x.tags.clear()
    })?;
    for t in r.all() {
        println!("{t}|");
    }
    if let Err(e) = r.get(model::Id(9)) {
        println!("{e} {e:?}")
    }
    println!("{}", r.put(t, 0).unwrap_err());
    Ok(())
}
