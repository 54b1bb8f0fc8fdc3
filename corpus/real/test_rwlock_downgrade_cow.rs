//@ no-bug
//@ source: copy-on-write maps with Arc::make_mut and Cow, readers keep their snapshot

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};
use std::thread;

#[derive(Clone, Debug, Default, PartialEq)]
struct Settings {
    values: BTreeMap<Arc<str>, Cow<'static, str>>,
    generation: u32,
}

#[derive(Default)]
struct Shared(RwLock<Arc<Settings>>);

impl Shared {
    fn snapshot(&self) -> Arc<Settings> {
        self.0.read().unwrap().clone()
    }

    fn edit<R>(&self, f: impl FnOnce(&mut Settings) -> R) -> R {
        let mut current = self.0.write().unwrap();
        let settings = Arc::make_mut(&mut current);
        settings.generation += 1;
        f(settings)
    }
}

fn normalize(s: &str) -> Cow<'_, str> {
    if s.contains(' ') { Cow::Owned(s.replace(' ', "_")) } else { Cow::Borrowed(s) }
}

fn main() {
    let shared = Arc::new(Shared::default());
    shared.edit(|s| s.values.insert("color".into(), "red".into()));
    let before = shared.snapshot();
    let editor = {
        let shared = Arc::clone(&shared);
        thread::spawn(move || {
            shared.edit(|s| {
                if let Some(v) = s.values.get_mut("color") {
                    v.to_mut().push_str("dish");
                }
            });
        })
    };
    let seen = shared.snapshot();
    assert!(seen.generation == 1 || seen.values["color"] == "reddish");
    editor.join().unwrap();
    println!("{:?} {:?}", before.values, shared.snapshot());
    println!("{} {}", *before == *shared.snapshot(), Arc::strong_count(&before) >= 1);
    for s in ["plain", "with space"] {
        let n = normalize(s);
        println!("{} {}", matches!(n, Cow::Borrowed(_)), n.into_owned());
    }
}
