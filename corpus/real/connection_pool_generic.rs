//@ no-bug
//@ source: a pool of connections with an associated type and guards that give back on drop

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

trait Connect: Send + Sync + 'static {
    type Conn: Send;
    type Error: std::error::Error + Send;
    fn connect(&self) -> Result<Self::Conn, Self::Error>;
    fn is_valid(&self, _conn: &Self::Conn) -> bool {
        true
    }
}

struct Inner<M: Connect> {
    manager: M,
    state: Mutex<State<M::Conn>>,
    returned: Condvar,
    max: usize,
}

struct State<C> {
    idle: Vec<C>,
    open: usize,
}

struct Pool<M: Connect>(Arc<Inner<M>>);

impl<M: Connect> Clone for Pool<M> {
    fn clone(&self) -> Self {
        Pool(self.0.clone())
    }
}

struct Pooled<M: Connect> {
    pool: Pool<M>,
    conn: Option<M::Conn>,
}

impl<M: Connect> Pool<M> {
    fn new(manager: M, max: usize) -> Self {
        let state = Mutex::new(State { idle: Vec::new(), open: 0 });
        Pool(Arc::new(Inner { manager, state, returned: Condvar::new(), max }))
    }

    fn get(&self) -> Result<Pooled<M>, M::Error> {
        let inner = &*self.0;
        let mut st = inner.state.lock().unwrap();
        loop {
            if let Some(c) = st.idle.pop() {
                if inner.manager.is_valid(&c) {
                    return Ok(Pooled { pool: self.clone(), conn: Some(c) });
                }
                st.open -= 1;
                continue;
            }
            if st.open < inner.max {
                st.open += 1;
                drop(st);
                let c = inner.manager.connect()?;
                return Ok(Pooled { pool: self.clone(), conn: Some(c) });
            }
            st = inner.returned.wait(st).unwrap();
        }
    }
}

impl<M: Connect> Deref for Pooled<M> {
    type Target = M::Conn;
    fn deref(&self) -> &M::Conn {
        self.conn.as_ref().unwrap()
    }
}
impl<M: Connect> DerefMut for Pooled<M> {
    fn deref_mut(&mut self) -> &mut M::Conn {
        self.conn.as_mut().unwrap()
    }
}
impl<M: Connect> Drop for Pooled<M> {
    fn drop(&mut self) {
        if let Some(c) = self.conn.take() {
            self.pool.0.state.lock().unwrap().idle.push(c);
            self.pool.0.returned.notify_one();
        }
    }
}

struct Fake(std::sync::atomic::AtomicU32);
#[derive(Debug)]
struct FakeConn { id: u32, queries: Vec<String> }

impl Connect for Fake {
    type Conn = FakeConn;
    type Error = std::io::Error;
    fn connect(&self) -> Result<FakeConn, std::io::Error> {
        let id = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if id > 8 {
            return Err(std::io::Error::new(std::io::ErrorKind::Other, "too many"));
        }
        Ok(FakeConn { id, queries: vec![] })
    }
    fn is_valid(&self, c: &FakeConn) -> bool {
        c.queries.len() < 3
    }
}

fn main() {
    let pool = Pool::new(Fake(Default::default()), 2);
    let hs = (0..3).map(|i| {
        let pool = pool.clone();
        thread::spawn(move || -> Result<u32, std::io::Error> {
            let mut c = pool.get()?;
            c.queries.push(format!("SELECT {i}"));
            thread::sleep(Duration::from_millis(5));
            assert!(c.queries.len() <= 3);
            Ok(c.id)
        })
    });
    let ids: Vec<u32> = hs.collect::<Vec<_>>().into_iter().map(|h| h.join().unwrap().unwrap()).collect();
    assert!(ids.iter().all(|&i| i < 2), "{ids:?}");
    let st = pool.0.state.lock().unwrap();
    assert!(st.open <= 2 && st.idle.len() == st.open);
    assert_eq!(st.idle.iter().map(|c| c.queries.len()).sum::<usize>(), 3);
}
