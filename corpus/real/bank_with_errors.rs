//@ no-bug
//@ source: a bank with an error enum, Display, From, `?` and ordered locking by account number

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;
use std::sync::{Arc, Mutex, RwLock};
use std::thread;

#[derive(Debug, Clone, PartialEq, Eq)]
enum BankError {
    NoAccount(u32),
    Insufficient { needed: u64, available: u64 },
    Parse(ParseIntError),
    Syntax(&'static str),
}

impl fmt::Display for BankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BankError::NoAccount(id) => write!(f, "no account #{id:04}"),
            BankError::Insufficient { needed, available } => {
                write!(f, "needs {needed}, has {available}")
            }
            Self::Parse(e) => write!(f, "bad number: {e}"),
            Self::Syntax(what) => f.pad(what),
        }
    }
}

impl Error for BankError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            BankError::Parse(e) => Some(e),
            _ => None,
        }
    }
}

impl From<ParseIntError> for BankError {
    fn from(e: ParseIntError) -> Self {
        BankError::Parse(e)
    }
}

#[derive(Debug)]
struct Order {
    from: u32,
    to: u32,
    amount: u64,
}

impl FromStr for Order {
    type Err = BankError;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let (amount, rest) = s.split_once(" from ").ok_or(BankError::Syntax("missing 'from'"))?;
        let Some((from, to)) = rest.split_once(" to ") else {
            return Err(BankError::Syntax("missing 'to'"));
        };
        Ok(Order { from: from.trim().parse()?, to: to.trim().parse()?, amount: amount.trim().parse()? })
    }
}

#[derive(Default)]
struct Bank {
    accounts: RwLock<BTreeMap<u32, Arc<Mutex<u64>>>>,
}

impl Bank {
    fn open(&self, id: u32, balance: u64) {
        self.accounts.write().unwrap().insert(id, Arc::new(Mutex::new(balance)));
    }

    fn account(&self, id: u32) -> Result<Arc<Mutex<u64>>, BankError> {
        self.accounts.read().unwrap().get(&id).cloned().ok_or(BankError::NoAccount(id))
    }

    fn execute(&self, text: &str) -> Result<u64, Box<dyn Error + Send + Sync>> {
        let Order { from, to, amount } = text.parse()?;
        let (source, target) = (self.account(from)?, self.account(to)?);
        if from == to {
            return Err("same account".into());
        }
        let (mut s, mut t);
        if from < to {
            s = source.lock().unwrap();
            t = target.lock().unwrap();
        } else {
            t = target.lock().unwrap();
            s = source.lock().unwrap();
        }
        *s = s.checked_sub(amount).ok_or(BankError::Insufficient { needed: amount, available: *s })?;
        *t += amount;
        Ok(*s)
    }
}

fn main() {
    let bank = Arc::new(Bank::default());
    bank.open(1, 100);
    bank.open(2, 10);
    let threads: Vec<_> = ["60 from 1 to 2", "50 from 1 to 2", "5 from 2 to 1"]
        .map(|order| {
            let bank = Arc::clone(&bank);
            thread::spawn(move || bank.execute(order).map_err(|e| e.to_string()))
        })
        .into_iter()
        .collect();
    let results: Vec<Result<u64, String>> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    let failed = results.iter().filter(|r| r.is_err()).count();
    let total: u64 = bank.accounts.read().unwrap().values().map(|a| *a.lock().unwrap()).sum();
    println!("{failed} failed, {total} in all");
    for order in ["x from 1 to 2", "1 from 9 to 2", "1", "1 from 2", "1 from 1 to 1"] {
        let e = bank.execute(order).unwrap_err();
        println!("{e} / {:?}", e.source().map(|s| s.to_string()));
    }
}
