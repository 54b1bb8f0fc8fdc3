//@ no-bug
//@ source: transfers in the order of names, failures that borrow, `pad_integral`

use std::collections::HashMap;
use std::fmt;
use std::ops::{AddAssign, Deref, Neg, SubAssign};
use std::sync::{Mutex, MutexGuard};
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Cents(i64);
impl AddAssign for Cents {
    fn add_assign(&mut self, o: Self) {
        self.0 += o.0
    }
}
impl SubAssign for Cents {
    fn sub_assign(&mut self, o: Self) {
        self.0 -= o.0
    }
}
impl Neg for Cents {
    type Output = Cents;
    fn neg(self) -> Cents {
        Cents(-self.0)
    }
}
impl std::iter::Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(i: I) -> Self {
        Cents(i.map(|c| c.0).sum())
    }
}
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let s = if self.0 < 0 { "-" } else { "" };
        f.pad_integral(
            self.0 >= 0,
            "",
            &format!("{}.{:02}", self.0.abs() / 100, self.0.abs() % 100),
        )
        .and(Ok(()))?;
        let _ = s;
        Ok(())
    }
}
struct Bank {
    accounts: HashMap<&'static str, Mutex<Cents>>,
}
#[derive(Debug, PartialEq)]
enum Failure<'a> {
    Unknown(&'a str),
    Same,
    Short { have: Cents, want: Cents },
}
impl Bank {
    fn both<'b>(
        &'b self,
        a: &'b str,
        b: &'b str,
    ) -> Result<(MutexGuard<'b, Cents>, MutexGuard<'b, Cents>), Failure<'b>> {
        let get = |n: &'b str| self.accounts.get(n).ok_or(Failure::Unknown(n));
        let (x, y) = (get(a)?, get(b)?);
        if std::ptr::eq(x, y) {
            return Err(Failure::Same);
        }
        if a < b {
            let g = x.lock().unwrap();
            Ok((g, y.lock().unwrap()))
        } else {
            let h = y.lock().unwrap();
            Ok((x.lock().unwrap(), h))
        }
    }
    fn transfer<'b>(&'b self, from: &'b str, to: &'b str, n: Cents) -> Result<Cents, Failure<'b>> {
        let (mut f, mut t) = self.both(from, to)?;
        if *f < n {
            return Err(Failure::Short {
                have: *f.deref(),
                want: n,
            });
        }
        *f -= n;
        *t += n;
        Ok(*f)
    }
}
fn main() {
    let bank = Bank {
        accounts: [("ann", 500), ("bob", 100)]
            .into_iter()
            .map(|(n, c)| (n, Mutex::new(Cents(c))))
            .collect(),
    };
    std::thread::scope(|s| {
        s.spawn(|| bank.transfer("ann", "bob", Cents(250)).unwrap());
        s.spawn(|| bank.transfer("bob", "ann", Cents(100)).unwrap());
    });
    println!(
        "{:?} {:?}",
        bank.transfer("ann", "eve", Cents(1)),
        bank.transfer("bob", "bob", Cents(1))
    );
    println!("{:?}", bank.transfer("bob", "ann", Cents(10_000)));
    let total: Cents = bank.accounts.values().map(|m| *m.lock().unwrap()).sum();
    println!(
        "{total} {:>8} {}",
        bank.accounts["ann"].lock().unwrap(),
        -Cents(5)
    );
}
