//@ no-bug
//@ source: values behind trait objects, slices, strings and paths that move from boxes to `Rc` and `Arc`

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

trait Named: Send + Sync {
    fn name(&self) -> &str;
}

trait Measured: Named {
    fn size(&self) -> usize;
}

struct Word(String);

struct Nothing;

impl Named for Word {
    fn name(&self) -> &str {
        &self.0
    }
}

impl Measured for Word {
    fn size(&self) -> usize {
        self.0.len()
    }
}

impl Named for Nothing {
    fn name(&self) -> &str {
        "nothing"
    }
}

impl Measured for Nothing {
    fn size(&self) -> usize {
        0
    }
}

fn shared(boxes: Vec<Box<dyn Measured>>) -> Vec<Arc<dyn Measured>> {
    boxes.into_iter().map(Into::into).collect()
}

fn last_one<T: Clone>(shared: &mut Arc<T>) -> &mut T {
    Arc::make_mut(shared)
}

fn main() {
    let all = shared(vec![Box::new(Word("word".to_string())), Box::new(Nothing)]);
    let threads: Vec<_> = all
        .iter()
        .cloned()
        .map(|one| thread::spawn(move || (one.name().to_string(), one.size())))
        .collect();
    let sizes: Vec<_> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    assert_eq!(sizes, [("word".to_string(), 4), ("nothing".to_string(), 0)]);
    let named: Arc<dyn Named> = all[0].clone();
    assert_eq!(named.name(), "word");

    let next: Box<dyn Fn(i32) -> i32 + Send + Sync> = Box::new(|x| x + 1);
    let next: Arc<dyn Fn(i32) -> i32 + Send + Sync> = next.into();
    assert_eq!(next(1), 2);
    let words: Rc<[Word]> = vec![Word("a".into()), Word("b".into())].into_boxed_slice().into();
    assert_eq!(words[1].name(), "b");

    let slice: Arc<[i32]> = Cow::Borrowed(&[1, 2, 3][..]).into();
    let array: Result<Arc<[i32; 3]>, _> = slice.clone().try_into();
    assert_eq!(array.unwrap()[2], 3);
    assert!(<Arc<[i32; 2]>>::try_from(slice).is_err());
    let path: Arc<Path> = Path::new("/a/b").into();
    let text: Rc<OsStr> = OsStr::new("c").into();
    assert_eq!(path.join(&*text), Path::new("/a/b/c"));

    let mut text: Arc<str> = Arc::from("abc");
    Arc::make_mut(&mut text).make_ascii_uppercase();
    assert_eq!(&*text, "ABC");
    let mut list: Rc<[String]> = Rc::from(vec!["a".to_string()]);
    let before = list.clone();
    Rc::make_mut(&mut list)[0].push('b');
    let weak = Rc::downgrade(&list);
    Rc::make_mut(&mut list)[0].push('c');
    assert!(weak.upgrade().is_none());
    assert_eq!((list[0].as_str(), before[0].as_str()), ("abc", "a"));
    let mut number = Arc::new(4);
    *last_one(&mut number) += 1;
    assert_eq!(*number, 5);
}
