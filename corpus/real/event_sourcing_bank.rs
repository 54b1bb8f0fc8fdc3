//@ no-bug
//@ source: an event-sourced ledger over channels, `Cow`, `BTreeMap` ranges, pretty debug

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{channel, Sender};
use std::thread;
#[derive(Debug, Clone)]
enum Event {
    Opened { id: u32, owner: Cow<'static, str> },
    Deposited { id: u32, cents: u64 },
    Withdrawn { id: u32, cents: u64 },
    Closed(u32),
}
#[derive(Debug, Default, Clone, PartialEq)]
struct Account {
    owner: String,
    balance: u64,
    history: VecDeque<i64>,
}
#[derive(Debug, PartialEq, Eq)]
enum Rejected {
    NoAccount(u32),
    Insufficient { short: u64 },
}
type Ledger = BTreeMap<u32, Account>;
fn apply(ledger: &mut Ledger, e: &Event) -> Result<(), Rejected> {
    use Event::*;
    match e {
        Opened { id, owner } => {
            ledger.entry(*id).or_insert_with(Account::default).owner = owner.clone().into_owned();
        }
        &Deposited { id, cents } => {
            let a = ledger.get_mut(&id).ok_or(Rejected::NoAccount(id))?;
            a.balance += cents;
            a.history.push_back(cents as i64);
            if a.history.len() > 2 {
                a.history.pop_front();
            }
        }
        &Withdrawn { id, cents } => {
            let a = ledger.get_mut(&id).ok_or(Rejected::NoAccount(id))?;
            a.balance = a
                .balance
                .checked_sub(cents)
                .ok_or_else(|| Rejected::Insufficient {
                    short: cents - a.balance,
                })?;
            a.history.push_back(-(cents as i64));
        }
        Closed(id) => ledger
            .remove(id)
            .ok_or(Rejected::NoAccount(*id))
            .map(drop)?,
    }
    Ok(())
}
fn teller(
    tx: Sender<Event>,
    id: u32,
    name: impl Into<Cow<'static, str>>,
) -> thread::JoinHandle<()> {
    let name = name.into();
    thread::spawn(move || {
        for e in [
            Event::Opened { id, owner: name },
            Event::Deposited {
                id,
                cents: 100 * id as u64,
            },
            Event::Withdrawn { id, cents: 150 },
        ] {
            tx.send(e).unwrap();
        }
    })
}
fn main() {
    let (tx, rx) = channel();
    let t = [
        teller(tx.clone(), 1, "ann"),
        teller(tx, 2, String::from("bob")),
    ];
    let mut ledger = Ledger::new();
    let rejected: Vec<_> = rx
        .into_iter()
        .filter_map(|e| apply(&mut ledger, &e).err())
        .collect();
    t.into_iter().for_each(|t| t.join().unwrap());
    println!("{rejected:?}");
    println!(
        "{:?}",
        ledger
            .range(1..)
            .map(|(k, a)| (k, a.owner.as_str(), a.balance))
            .collect::<Vec<_>>()
    );
    println!("{:?}", apply(&mut ledger, &Event::Closed(9)));
    apply(&mut ledger, &Event::Closed(1)).unwrap();
    println!("{:#?}", ledger);
}
