//@ no-bug
//@ source: Mutex and RwLock under one trait whose guards are generic associated types; a lending iterator

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;

trait Cellish: Sync {
    type Value;
    type Read<'a>: Deref<Target = Self::Value>
    where
        Self: 'a;
    type Write<'a>: DerefMut<Target = Self::Value>
    where
        Self: 'a;
    fn read(&self) -> Self::Read<'_>;
    fn write(&self) -> Self::Write<'_>;
}

impl<T: Send> Cellish for Mutex<T> {
    type Value = T;
    type Read<'a> = MutexGuard<'a, T> where T: 'a;
    type Write<'a> = MutexGuard<'a, T> where T: 'a;
    fn read(&self) -> MutexGuard<'_, T> { self.lock().unwrap() }
    fn write(&self) -> MutexGuard<'_, T> { self.lock().unwrap() }
}
impl<T: Send + Sync> Cellish for RwLock<T> {
    type Value = T;
    type Read<'a> = RwLockReadGuard<'a, T> where T: 'a;
    type Write<'a> = RwLockWriteGuard<'a, T> where T: 'a;
    fn read(&self) -> Self::Read<'_> { RwLock::read(self).unwrap() }
    fn write(&self) -> Self::Write<'_> { RwLock::write(self).unwrap() }
}

trait LendingIterator {
    type Item<'s> where Self: 's;
    fn next(&mut self) -> Option<Self::Item<'_>>;
    fn count_lent(mut self) -> usize where Self: Sized {
        let mut n = 0;
        while let Some(_) = self.next() {
            n += 1;
        }
        n
    }
}

struct WindowsMut<'t, T> { slice: &'t mut [T], at: usize, size: usize }
impl<'t, T> LendingIterator for WindowsMut<'t, T> {
    type Item<'s> = &'s mut [T] where Self: 's;
    fn next(&mut self) -> Option<&mut [T]> {
        let w = self.slice.get_mut(self.at..)?.get_mut(..self.size)?;
        self.at += 1;
        Some(w)
    }
}

fn bump<C>(cell: &C, times: u32) -> u64
where
    C: Cellish<Value = Vec<u64>>,
{
    thread::scope(|s| {
        let writers: [_; 2] = std::array::from_fn(|i| {
            s.spawn(move || {
                for _ in 0..times {
                    let mut v = cell.write();
                    let mut it = WindowsMut { slice: &mut v, at: 0, size: 2 };
                    while let Some([a, b]) = it.next() {
                        *b += *a;
                    }
                    let n = WindowsMut { slice: &mut v[1..], at: 0, size: 2 }.count_lent();
                    assert!((1..3).contains(&n));
                    v[0] += i as u64;
                }
            })
        });
        let reader = s.spawn(|| cell.read().iter().max().copied());
        for w in writers {
            w.join().unwrap();
        }
        assert!(reader.join().unwrap() >= Some(1));
    });
    cell.read().iter().sum()
}

fn main() {
    let m = Mutex::new(vec![1, 0, 0]);
    let r = RwLock::new(vec![1, 0, 0, 0]);
    let a = bump(&m, 1);
    let b = bump(&r, 1);
    println!("{a} {b}");
    assert!((5..=9).contains(&a), "{a}");
    assert_eq!(m.into_inner().unwrap()[0], 2);
    assert!(b > a);
}
