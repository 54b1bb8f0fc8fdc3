//@ no-bug
//@ source: commands parsed from text, a bank behind a channel, boxed errors

use std::collections::HashMap;
use std::error::Error;
use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;
use std::sync::mpsc;
use std::thread;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Cmd {
    Open(String, u64),
    Deposit { to: String, amount: u64 },
    Withdraw { from: String, amount: u64 },
    Transfer(String, String, u64),
    Quit,
}

#[derive(Debug)]
enum BankError {
    Parse(String),
    Int(ParseIntError),
    NoAccount(String),
    Insufficient { have: u64, need: u64 },
}
impl Display for BankError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        use BankError::*;
        match self {
            Parse(s) => write!(f, "cannot parse {:?}", s),
            Int(e) => Display::fmt(e, f),
            NoAccount(a) => write!(f, "no account `{}`", a),
            Insufficient { have, need } => write!(f, "have {have:>5}, need {need:<5}|"),
        }
    }
}
impl Error for BankError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let BankError::Int(e) = self {
            Some(e)
        } else {
            None
        }
    }
}
impl From<ParseIntError> for BankError {
    fn from(e: ParseIntError) -> Self {
        BankError::Int(e)
    }
}

impl FromStr for Cmd {
    type Err = BankError;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let w: Vec<&str> = s.split(' ').collect();
        Ok(match w[..] {
            ["open", who, n] => Cmd::Open(who.into(), n.parse()?),
            ["deposit", to, amount] => Cmd::Deposit {
                to: to.into(),
                amount: amount.parse()?,
            },
            ["withdraw", from, amount] => Cmd::Withdraw {
                from: from.to_string(),
                amount: amount.trim_start_matches('$').parse()?,
            },
            ["transfer", a, "->", b, n] => {
                Cmd::Transfer(a.to_owned(), b.to_owned(), n.parse::<u64>()?)
            }
            ["quit"] | ["exit", ..] => Cmd::Quit,
            _ => return Err(BankError::Parse(s.to_string())),
        })
    }
}

#[derive(Default)]
struct Bank {
    accounts: HashMap<String, u64>,
}
impl Bank {
    fn get(&mut self, a: &str) -> Result<&mut u64, BankError> {
        self.accounts
            .get_mut(a)
            .ok_or_else(|| BankError::NoAccount(a.to_string()))
    }
    fn apply(&mut self, c: Cmd) -> Result<Option<u64>, Box<dyn Error + Send + Sync>> {
        match c {
            Cmd::Open(who, n) => {
                if let Some(old) = self.accounts.insert(who, n) {
                    return Err(format!("account existed with {old}").into());
                }
                Ok(Some(n))
            }
            Cmd::Deposit { to, amount } => {
                let b = self.get(&to)?;
                *b = b.checked_add(amount).ok_or("overflow")?;
                Ok(Some(*b))
            }
            Cmd::Withdraw {
                ref from,
                amount: need,
            } => {
                let b = self.get(from)?;
                *b = b
                    .checked_sub(need)
                    .ok_or(BankError::Insufficient { have: *b, need })?;
                Ok(Some(*b))
            }
            Cmd::Transfer(a, b, n) => {
                self.apply(Cmd::Withdraw {
                    from: a.clone(),
                    amount: n,
                })?;
                self.apply(Cmd::Deposit { to: b, amount: n }).or_else(|e| {
                    self.apply(Cmd::Deposit { to: a, amount: n })?;
                    Err(e)
                })
            }
            Cmd::Quit => Ok(None),
        }
    }
}
type Reply = Result<Option<u64>, Box<dyn Error + Send + Sync>>;
fn main() {
    let (tx, rx) = mpsc::channel::<(Cmd, mpsc::Sender<Reply>)>();
    let bank = thread::spawn(move || {
        let mut b = Bank::default();
        for (c, r) in rx {
            let quit = c == Cmd::Quit;
            let _ = r.send(b.apply(c));
            if quit {
                break;
            }
        }
        let mut v: Vec<_> = b.accounts.into_iter().collect();
        v.sort();
        v
    });
    let script = "open ann 100\nopen bob 5\ndeposit ann 18446744073709551600\nwithdraw bob $3\nwithdraw bob 3\ntransfer ann -> cid 10\ntransfer ann -> bob 10\nopen bob 77\nfly\ndeposit bob x1\nwithdraw bob 99999999999999999999999\nexit now";
    for line in script.lines() {
        let ans: Reply = line.parse::<Cmd>().map_err(Into::into).and_then(|c| {
            let (rtx, rrx) = mpsc::channel();
            tx.send((c, rtx))?;
            rrx.recv()?
        });
        match ans {
            Ok(Some(n)) => println!("{line:<28}=> {n}"),
            Ok(None) => println!("bye"),
            Err(e) => println!(
                "{line:<28}!! {e} (source: {:?}, int: {})",
                e.source().map(|s| s.to_string()),
                e.downcast_ref::<BankError>()
                    .is_some_and(|b| matches!(b, BankError::Int(_)))
            ),
        }
    }
    println!("{:?}", bank.join().unwrap());
    println!("{}", tx.send((Cmd::Quit, mpsc::channel().0)).unwrap_err());
}
