//@ no-bug
//@ args: --entry tests::transfers_keep_the_sum
//@ source: a test written for shuttle: the schedule and the random amounts are both explored

#[cfg(not(shuttle))]
use std::sync::{Arc, Mutex};
#[cfg(shuttle)]
use shuttle::sync::{Arc, Mutex};

struct Bank {
    accounts: [Mutex<u32>; 2],
}

impl Bank {
    fn transfer(&self, from: usize, to: usize, amount: u32) -> bool {
        let (first, second) = (from.min(to), from.max(to));
        let mut low = self.accounts[first].lock().unwrap();
        let mut high = self.accounts[second].lock().unwrap();
        let (source, target) = match from < to {
            true => (&mut *low, &mut *high),
            false => (&mut *high, &mut *low),
        };
        if *source < amount {
            return false;
        }
        *source -= amount;
        *target += amount;
        true
    }
}

fn scenario() -> Arc<Bank> {
    Arc::new(Bank {
        accounts: [Mutex::new(3), Mutex::new(3)],
    })
}

#[cfg(all(test, shuttle))]
mod tests {
    use super::*;
    use shuttle::rand::{Rng, thread_rng};
    use shuttle::thread;

    #[test]
    fn transfers_keep_the_sum() {
        shuttle::check_pct(
            || {
                let bank = scenario();
                let handles: Vec<_> = [(0, 1), (1, 0)]
                    .into_iter()
                    .map(|(from, to)| {
                        let bank = Arc::clone(&bank);
                        let amount = thread_rng().gen_range(1..4);
                        thread::spawn(move || bank.transfer(from, to, amount))
                    })
                    .collect();
                for handle in handles {
                    handle.join().unwrap();
                }
                let sum: u32 = bank.accounts.iter().map(|a| *a.lock().unwrap()).sum();
                assert_eq!(sum, 6);
            },
            1000,
            3,
        );
    }
}
