//@ no-bug

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

mod pool {
    use super::*;

    #[derive(Debug)]
    pub struct Pooled<T> {
        value: T,
        id: u32,
        pub(crate) uses: u32,
    }

    impl<T> Pooled<T> {
        pub fn new(value: T) -> Pooled<T> {
            Pooled { value, id: 7, uses: 0 }
        }
        pub fn id_of(this: &Pooled<T>) -> u32 {
            this.id
        }
    }

    impl<T> Deref for Pooled<T> {
        type Target = T;
        fn deref(&self) -> &T {
            &self.value
        }
    }

    impl<T> DerefMut for Pooled<T> {
        fn deref_mut(&mut self) -> &mut T {
            self.uses += 1;
            &mut self.value
        }
    }

    pub mod inside {
        pub fn id_of(pooled: &super::Pooled<super::super::Connection>) -> u32 {
            pooled.id
        }
    }
}

pub struct Connection {
    id: u8,
    value: Arc<Mutex<Vec<u8>>>,
    uses: i64,
}

fn main() {
    let connection = Connection { id: 1, value: Arc::default(), uses: -5 };
    let mut pooled = pool::Pooled::new(connection);
    pooled.id += 1;
    pooled.value.lock().unwrap().push(pooled.id);
    println!("{} {} {}", pooled.id, pool::Pooled::id_of(&pooled), pool::inside::id_of(&pooled));
    println!("{:?} {} {}", pooled.value.lock().unwrap(), pooled.uses, (*pooled).uses);
}
