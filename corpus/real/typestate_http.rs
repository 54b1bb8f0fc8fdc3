//@ no-bug
//@ source: a request builder with type states, a router of boxed handlers behind an `RwLock`

use std::collections::HashMap;
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::RwLock;
use std::thread;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Method {
    Get,
    Post,
    Other(String),
}
impl FromStr for Method {
    type Err = ();
    fn from_str(s: &str) -> Result<Self, ()> {
        Ok(match s.trim().to_ascii_uppercase().as_str() {
            "GET" => Method::Get,
            "POST" => Method::Post,
            "" => return Err(()),
            o => Method::Other(o.into()),
        })
    }
}
struct NoUrl;
struct HasUrl;
struct Request<S> {
    url: Option<String>,
    headers: Vec<(String, String)>,
    method: Method,
    _s: PhantomData<S>,
}
impl Request<NoUrl> {
    fn new(m: Method) -> Self {
        Request {
            url: None,
            headers: vec![],
            method: m,
            _s: PhantomData,
        }
    }
    fn url(self, u: impl Into<String>) -> Request<HasUrl> {
        Request {
            url: Some(u.into()),
            headers: self.headers,
            method: self.method,
            _s: PhantomData,
        }
    }
}
impl<S> Request<S> {
    fn header<K: AsRef<str>, V: ToString>(mut self, k: K, v: V) -> Self {
        self.headers
            .push((k.as_ref().to_lowercase(), v.to_string()));
        self
    }
}
type Handler = Box<dyn Fn(&Request<HasUrl>) -> String + Send + Sync>;
#[derive(Default)]
struct Router {
    routes: RwLock<HashMap<(Method, String), Handler>>,
}
impl Router {
    fn on<F>(&self, m: Method, path: &str, f: F) -> &Self
    where
        F: Fn(&Request<HasUrl>) -> String + Send + Sync + 'static,
    {
        self.routes
            .write()
            .unwrap()
            .insert((m, path.to_string()), Box::new(f));
        self
    }
    fn handle(&self, r: Request<HasUrl>) -> String {
        let key = (r.method.clone(), r.url.clone().unwrap_or_default());
        self.routes
            .read()
            .unwrap()
            .get(&key)
            .map(|h| h(&r))
            .unwrap_or_else(|| String::from("404"))
    }
}
fn main() {
    let router = Router::default();
    router
        .on(Method::Get, "/", |_| "root".into())
        .on(Method::Post, "/echo", |r| {
            r.headers
                .iter()
                .map(|(k, v)| format!("{k}={v}"))
                .collect::<Vec<_>>()
                .join("&")
        });
    let (a, b) = thread::scope(|s| {
        let a = s.spawn(|| router.handle(Request::new("get".parse().unwrap()).url("/")));
        let b = s.spawn(|| {
            router.handle(
                Request::new(Method::Post)
                    .header("X-A", 1)
                    .url("/echo")
                    .header("B", true),
            )
        });
        (a.join().unwrap(), b.join().unwrap())
    });
    println!(
        "{a} {b} {}",
        router.handle(Request::new(Method::Other("PUT".into())).url("/"))
    );
    assert!("  ".parse::<Method>().is_err());
}
