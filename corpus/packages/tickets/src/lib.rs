//! A box office that sells a limited number of seats to several counters at once.

mod office;
#[macro_use]
mod report;

pub use office::{Office, SoldOut};

/// Sells one seat or says that there is none.
#[macro_export]
macro_rules! sell {
    ($office:expr) => {
        $crate::Office::sell(&$office).is_ok()
    };
}

/// What is printed about an office.
pub fn describe(office: &Office) -> String {
    line!(office)
}

#[cfg(test)]
mod tests {
    use super::Office;
    use std::thread;

    #[test]
    fn one_counter() {
        let office = Office::new(1);
        assert_eq!(office.sell(), Ok(1));
        assert!(office.sell().is_err());
    }

    #[test]
    fn two_counters() {
        let office = Office::new(1);
        thread::scope(|scope| {
            scope.spawn(|| office.sell());
            scope.spawn(|| office.sell());
        });
        assert!(office.sold() <= 1, "sold {} of 1", office.sold());
    }
}
