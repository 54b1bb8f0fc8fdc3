use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

/// No seat is left.
#[derive(Debug, PartialEq, Eq)]
pub struct SoldOut;

/// Seats and how many of them are sold.
pub struct Office {
    seats: u32,
    sold: Mutex<u32>,
    counted: AtomicU32,
}

impl Office {
    pub fn new(seats: u32) -> Office {
        Office {
            seats,
            sold: Mutex::new(0),
            counted: AtomicU32::new(0),
        }
    }

    /// Sells a seat and gives its number.
    #[cfg(feature = "careful")]
    pub fn sell(&self) -> Result<u32, SoldOut> {
        let mut sold = self.sold.lock().unwrap();
        if *sold == self.seats {
            return Err(SoldOut);
        }
        *sold += 1;
        self.count();
        Ok(*sold)
    }

    /// Sells a seat and gives its number. Another counter may sell between the look and the sale.
    #[cfg(not(feature = "careful"))]
    pub fn sell(&self) -> Result<u32, SoldOut> {
        let sold = self.sold();
        if sold == self.seats {
            return Err(SoldOut);
        }
        *self.sold.lock().unwrap() += 1;
        self.count();
        Ok(sold + 1)
    }

    fn count(&self) {
        if cfg!(feature = "audit") {
            self.counted.fetch_add(1, SeqCst);
        }
    }

    pub fn sold(&self) -> u32 {
        *self.sold.lock().unwrap()
    }

    pub fn counted(&self) -> u32 {
        self.counted.load(SeqCst)
    }
}
