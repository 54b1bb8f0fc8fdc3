//@ no-bug
//@ source: an observer holds the subject weakly; new_cyclic and make_mut
use std::sync::{Arc, Mutex, Weak};
use std::thread;
struct Subject {
    name: String,
    me: Weak<Subject>,
    seen: Mutex<Vec<Weak<dyn Fn(&str) -> usize + Send + Sync>>>,
}
impl Subject {
    fn new(n: &str) -> Arc<Subject> {
        Arc::new_cyclic(|me| Subject {
            name: n.into(),
            me: me.clone(),
            seen: Mutex::default(),
        })
    }
    fn notify(&self) -> usize {
        self.seen
            .lock()
            .unwrap()
            .iter()
            .filter_map(Weak::upgrade)
            .map(|f| f(&self.name))
            .sum()
    }
    fn me(&self) -> Arc<Subject> {
        self.me.upgrade().unwrap()
    }
}
fn main() {
    let s = Subject::new("sub");
    let f: Arc<dyn Fn(&str) -> usize + Send + Sync> = Arc::new(|n| n.len());
    s.seen.lock().unwrap().push(Arc::downgrade(&f));
    let t = {
        let s = s.me();
        thread::spawn(move || s.notify())
    };
    drop(f);
    let n = t.join().unwrap();
    assert!(n == 0 || n == 3);
    assert_eq!(Arc::strong_count(&s), 1);
    let mut a = Arc::new(vec![1]);
    let b = a.clone();
    Arc::make_mut(&mut a).push(2);
    assert_eq!((a.len(), b.len()), (2, 1));
    let mut c = b;
    assert!(Arc::get_mut(&mut c).is_some());
}
