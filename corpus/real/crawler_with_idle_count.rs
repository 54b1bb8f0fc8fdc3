//@ no-bug
//@ source: a crawler of two workers that ends when nobody works

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, RwLock};
use std::thread;
trait HtmlParser: Send + Sync {
    fn get_urls(&self, url: &str) -> Vec<String>;
}
struct Fake(HashMap<String, Vec<String>>);
impl HtmlParser for Fake {
    fn get_urls(&self, url: &str) -> Vec<String> {
        self.0.get(url).cloned().unwrap_or_default()
    }
}
fn host(url: &str) -> &str {
    url.strip_prefix("http://")
        .and_then(|u| u.split('/').next())
        .unwrap_or("")
}
struct Crawler {
    parser: Box<dyn HtmlParser>,
    seen: RwLock<HashSet<String>>,
    work: Mutex<(VecDeque<String>, usize)>,
    cv: Condvar,
}
impl Crawler {
    fn claim(&self, url: &str) -> bool {
        if self.seen.read().unwrap().contains(url) {
            return false;
        }
        self.seen.write().unwrap().insert(url.to_owned())
    }
    fn worker(&self, home: &str) {
        let mut g = self.work.lock().unwrap();
        'outer: loop {
            let url = loop {
                match g.0.pop_front() {
                    Some(u) => break u,
                    None if g.1 == 0 => {
                        self.cv.notify_all();
                        break 'outer;
                    }
                    None => g = self.cv.wait(g).unwrap(),
                }
            };
            g.1 += 1;
            drop(g);
            let next: Vec<_> = self
                .parser
                .get_urls(&url)
                .into_iter()
                .filter(|u| host(u) == home && self.claim(u))
                .collect();
            g = self.work.lock().unwrap();
            g.1 -= 1;
            g.0.extend(next);
            self.cv.notify_all();
        }
    }
}
fn crawl(start: &str, parser: impl HtmlParser + 'static) -> Vec<String> {
    let c = Arc::new(Crawler {
        parser: Box::new(parser),
        seen: RwLock::new([start.to_string()].into()),
        work: Mutex::new(([start.to_string()].into_iter().collect(), 0)),
        cv: Condvar::new(),
    });
    let home: Arc<str> = host(start).into();
    let hs: Vec<_> = (0..2)
        .map(|_| {
            let c = c.clone();
            let home = home.clone();
            thread::spawn(move || c.worker(&home))
        })
        .collect();
    for h in hs {
        h.join().unwrap();
    }
    let s = c.seen.read().unwrap();
    s.iter()
        .cloned()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}
fn main() {
    let edges = [
        ("news.com", "news.com/a"),
        ("news.com", "other.org"),
        ("news.com/a", "news.com"),
        ("news.com", "news.com/b"),
    ];
    let mut m: HashMap<String, Vec<String>> = HashMap::new();
    for (a, b) in edges {
        m.entry(format!("http://{a}"))
            .or_default()
            .push(format!("http://{b}"));
    }
    println!("{:#?}", crawl("http://news.com", Fake(m)));
}
