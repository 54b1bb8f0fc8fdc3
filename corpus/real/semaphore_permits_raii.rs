//@ no-bug
//@ source: a counting semaphore whose permits are owned values, with try_acquire and a guard that merges

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Debug)]
pub struct Semaphore {
    permits: Mutex<usize>,
    returned: Condvar,
}

#[must_use]
pub struct OwnedPermit {
    semaphore: Arc<Semaphore>,
    count: usize,
}

impl Semaphore {
    pub fn new(permits: usize) -> Arc<Self> {
        Arc::new(Semaphore { permits: Mutex::new(permits), returned: Condvar::new() })
    }

    pub fn acquire_many(self: &Arc<Self>, count: usize) -> OwnedPermit {
        let mut permits = self.permits.lock().unwrap();
        while *permits < count {
            permits = self.returned.wait(permits).unwrap();
        }
        *permits -= count;
        OwnedPermit { semaphore: self.clone(), count }
    }

    pub fn try_acquire(self: Arc<Self>) -> Result<OwnedPermit, Arc<Self>> {
        {
            let mut permits = self.permits.lock().unwrap();
            if *permits > 0 {
                *permits -= 1;
                drop(permits);
                return Ok(OwnedPermit { semaphore: self, count: 1 });
            }
        }
        Err(self)
    }
}

impl OwnedPermit {
    pub fn merge(&mut self, mut other: Self) {
        assert!(Arc::ptr_eq(&self.semaphore, &other.semaphore));
        self.count += std::mem::take(&mut other.count);
    }
}

impl Drop for OwnedPermit {
    fn drop(&mut self) {
        if self.count > 0 {
            *self.semaphore.permits.lock().unwrap() += self.count;
            self.semaphore.returned.notify_all();
        }
    }
}

fn main() {
    let semaphore = Semaphore::new(2);
    let inside = Arc::new(AtomicUsize::new(0));
    let threads: Vec<_> = [1, 1, 2]
        .into_iter()
        .map(|need| {
            let (semaphore, inside) = (semaphore.clone(), inside.clone());
            thread::spawn(move || {
                let _permit = semaphore.acquire_many(need);
                let now = inside.fetch_add(need, Ordering::SeqCst) + need;
                assert!(now <= 2, "{now} inside");
                inside.fetch_sub(need, Ordering::SeqCst);
            })
        })
        .collect();
    threads.into_iter().for_each(|t| t.join().unwrap());
    let mut a = semaphore.acquire_many(1);
    let b = semaphore.clone().try_acquire().ok().unwrap();
    println!("{}", Arc::clone(&semaphore).try_acquire().is_err());
    a.merge(b);
    println!("{:?}", semaphore.permits.lock().unwrap());
    drop(a);
    println!("{}", semaphore.permits.lock().unwrap());
}
