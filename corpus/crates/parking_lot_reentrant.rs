//@ no-bug
//@ source: a lock that its holder may take again; guards of parts

use parking_lot::{Mutex, MutexGuard, ReentrantMutex, RwLock, RwLockReadGuard};
use std::cell::RefCell;
use std::thread;

struct Log {
    lines: ReentrantMutex<RefCell<Vec<String>>>,
}

impl Log {
    fn line(&self, text: &str) {
        self.lines.lock().borrow_mut().push(text.to_string());
    }

    fn pair(&self, name: &str) {
        let _whole = self.lines.lock();
        self.line(&format!("{name} begins"));
        self.line(&format!("{name} ends"));
    }
}

fn main() {
    let log = Log {
        lines: ReentrantMutex::new(RefCell::new(Vec::new())),
    };
    thread::scope(|scope| {
        scope.spawn(|| log.pair("a"));
        scope.spawn(|| log.pair("b"));
    });
    let lines = log.lines.lock();
    for pair in lines.borrow().chunks(2) {
        let (begin, end) = (&pair[0], &pair[1]);
        assert_eq!(begin[..1], end[..1]);
    }

    let pair = Mutex::new((1, "one"));
    {
        let mut number = MutexGuard::map(pair.lock(), |pair| &mut pair.0);
        *number += 1;
        assert!(pair.try_lock().is_none());
    }
    assert_eq!(*pair.lock(), (2, "one"));

    let table = RwLock::new(vec![1, 2, 3]);
    let first = RwLockReadGuard::map(table.read(), |table| &table[0]);
    assert_eq!(*first, 1);
    assert!(table.try_write().is_none());
}
