//@ no-bug
//@ source: a matching engine with heaps and `Reverse`, errors with `?`, traders over a channel

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;
use std::sync::{mpsc, Arc, Mutex};
use std::thread;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Side {
    Buy,
    Sell,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Order {
    id: u64,
    side: Side,
    price: u32,
    qty: u32,
}

impl Ord for Order {
    fn cmp(&self, other: &Self) -> Ordering {
        self.price
            .cmp(&other.price)
            .then_with(|| other.id.cmp(&self.id))
    }
}
impl PartialOrd for Order {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

#[derive(Debug)]
enum Error {
    Empty,
    BadPrice { given: u32, limit: u32 },
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Empty => f.write_str("empty order"),
            Error::BadPrice { given, limit } => write!(f, "price {given} over {limit}"),
        }
    }
}
impl std::error::Error for Error {}

#[derive(Default)]
struct Book {
    buys: BinaryHeap<Order>,
    sells: BinaryHeap<Reverse<Order>>,
    trades: Vec<(u64, u64, u32)>,
}

impl Book {
    const LIMIT: u32 = 1_000;
    fn submit(&mut self, mut o: Order) -> Result<u32, Error> {
        if o.qty == 0 {
            return Err(Error::Empty);
        }
        if o.price > Self::LIMIT {
            return Err(Error::BadPrice {
                given: o.price,
                limit: Self::LIMIT,
            });
        }
        let mut filled = 0;
        while o.qty > 0 {
            let crossed = match o.side {
                Side::Buy => self
                    .sells
                    .peek()
                    .map_or(false, |Reverse(s)| s.price <= o.price),
                Side::Sell => self.buys.peek().map_or(false, |b| b.price >= o.price),
            };
            if !crossed {
                break;
            }
            let mut other = match o.side {
                Side::Buy => self.sells.pop().unwrap().0,
                Side::Sell => self.buys.pop().unwrap(),
            };
            let n = o.qty.min(other.qty);
            o.qty -= n;
            other.qty -= n;
            filled += n;
            self.trades.push((o.id, other.id, n));
            if other.qty > 0 {
                match other.side {
                    Side::Buy => self.buys.push(other),
                    Side::Sell => self.sells.push(Reverse(other)),
                }
            }
        }
        if o.qty > 0 {
            match o.side {
                Side::Buy => self.buys.push(o),
                Side::Sell => self.sells.push(Reverse(o)),
            }
        }
        Ok(filled)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let book = Arc::new(Mutex::new(Book::default()));
    let (tx, rx) = mpsc::channel::<Result<u32, Error>>();
    let handles = [(Side::Buy, 100u64), (Side::Sell, 200)].map(|(side, base)| {
        let book = Arc::clone(&book);
        let tx = tx.clone();
        thread::Builder::new()
            .name(format!("{side:?}"))
            .spawn(move || {
                for i in 0..2 {
                    let o = Order {
                        id: base + i,
                        side,
                        price: 10,
                        qty: 5,
                    };
                    tx.send(book.lock().unwrap().submit(o)).unwrap();
                }
            })
            .unwrap()
    });
    drop(tx);
    for h in handles {
        h.join().expect("trader");
    }
    let filled: u32 = rx.iter().collect::<Result<Vec<_>, _>>()?.into_iter().sum();
    let mut book = book.lock().unwrap();
    assert_eq!(filled, 10);
    assert!(book.buys.is_empty() && book.sells.is_empty());
    if let Err(e) = book.submit(Order {
        id: 1,
        side: Side::Buy,
        price: 2000,
        qty: 1,
    }) {
        println!("{e} / {e:?}");
    }
    println!(
        "{}",
        book.submit(Order {
            id: 1,
            side: Side::Buy,
            price: 2,
            qty: 0
        })
        .unwrap_err()
    );
    let mut by_price: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    by_price
        .entry(10)
        .or_default()
        .extend(book.trades.iter().map(|t| t.2 as u64));
    println!("{by_price:?}");
    Ok(())
}
