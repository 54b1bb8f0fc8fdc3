//@ no-bug
//@ source: text behind an `Rc` or an `Arc` becomes bytes where it is, and is counted with the others
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

fn main() {
    let text: Rc<str> = "abc".into();
    let weak = Rc::downgrade(&text);
    let bytes: Rc<[u8]> = text.clone().into();
    assert_eq!((Rc::strong_count(&text), bytes.as_ptr()), (2, text.as_ptr()));
    let array: Rc<[u8; 3]> = bytes.try_into().unwrap();
    assert_eq!((Rc::strong_count(&text), array.as_ptr()), (2, text.as_ptr()));
    drop(text);
    assert!(weak.upgrade().is_some());
    drop(array);
    assert!(weak.upgrade().is_none());

    let text: Arc<str> = String::from("defg").into();
    let bytes = Arc::<[u8]>::from(text.clone());
    assert_eq!(bytes.as_ptr(), text.as_ptr());
    let worker = thread::spawn(move || bytes.iter().filter(|byte| **byte > b'e').count());
    println!("{} {}", text.len(), worker.join().unwrap());
    assert_eq!(Arc::strong_count(&text), 1);
}
