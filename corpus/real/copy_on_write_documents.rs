//@ no-bug
//@ source: Arc::make_mut, get_mut, try_unwrap, into_inner and Cow: an editor and a reader of snapshots

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, RwLock};
use std::thread;

#[derive(Clone, Debug, Default, PartialEq)]
struct Doc {
    title: Cow<'static, str>,
    tags: BTreeSet<String>,
    rev: u32,
}

struct Store(RwLock<Arc<Doc>>);

impl Store {
    fn snapshot(&self) -> Arc<Doc> {
        Arc::clone(&self.0.read().unwrap())
    }
    fn edit(&self, f: impl FnOnce(&mut Doc)) -> u32 {
        let mut cur = self.0.write().unwrap();
        let doc = Arc::make_mut(&mut cur);
        f(doc);
        doc.rev += 1;
        doc.rev
    }
}

fn slug(title: &str) -> Cow<'_, str> {
    if title.bytes().all(|b| b.is_ascii_lowercase()) {
        Cow::Borrowed(title)
    } else {
        title.to_ascii_lowercase().replace(' ', "-").into()
    }
}

fn main() {
    let store = Arc::new(Store(RwLock::new(Arc::new(Doc { title: "Draft".into(), ..Default::default() }))));
    let first = store.snapshot();
    let editor = {
        let store = Arc::clone(&store);
        thread::spawn(move || {
            store.edit(|d| d.title = Cow::Owned("The Final Draft".to_owned()));
            store.edit(|d| {
                d.tags.extend(["new", "draft", "new"].map(String::from));
            })
        })
    };
    let reader = {
        let store = Arc::clone(&store);
        thread::spawn(move || {
            let (a, b) = (store.snapshot(), store.snapshot());
            assert!(a.rev <= b.rev);
            assert_eq!(a.rev == b.rev, Arc::ptr_eq(&a, &b) || *a == *b);
            (slug(&a.title).into_owned(), b.tags.len())
        })
    };
    assert_eq!(editor.join().unwrap(), 2);
    let (s, tags) = reader.join().unwrap();
    assert!(matches!((s.as_str(), tags), ("draft" | "the-final-draft", 0 | 2)), "{s} {tags}");
    assert_eq!(first.rev, 0);
    assert!(matches!(&first.title, Cow::Borrowed("Draft")));
    let Ok(store) = Arc::try_unwrap(store) else { panic!("still shared") };
    let mut last = store.0.into_inner().unwrap();
    Arc::get_mut(&mut last).expect("nobody else has it").tags.remove("draft");
    let doc = Arc::into_inner(last).unwrap();
    assert_eq!(doc.tags.into_iter().collect::<Vec<_>>(), ["new"]);
    println!("rev {} {}", doc.rev, slug(&doc.title));
}
