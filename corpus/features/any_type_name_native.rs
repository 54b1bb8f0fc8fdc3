//@ no-bug
//@ source: `type_name` with the paths of the real library, lifetimes, defaults, and `stringify!`'s spaces

use std::any::type_name;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, RwLock};

mod shapes {
    #[derive(Default)]
    pub struct Square<T>(pub T);
    impl<T: Default> Square<T> {
        pub fn name() -> &'static str {
            std::any::type_name::<Self>()
        }
    }
    pub trait Area {}
}

struct Level<const UP: bool, const MARK: char>;

struct View<'a, T, const N: usize>(&'a [T; N]);

fn of<T>(_: &T) -> &'static str {
    type_name::<T>()
}

macro_rules! text {
    ($e:expr) => {
        stringify!($e)
    };
}

fn main() {
    println!("{} {}", type_name::<String>(), type_name::<Option<Vec<&str>>>());
    println!("{} {}", shapes::Square::<u8>::name(), type_name::<Box<dyn shapes::Area>>());
    println!("{}", type_name::<HashMap<u8, BTreeMap<char, ()>>>());
    println!("{}", type_name::<Arc<Mutex<std::cell::RefCell<u8>>>>());
    println!("{} {}", type_name::<View<u8, 3>>(), type_name::<std::borrow::Cow<str>>());
    println!("{:?} {}", PhantomData::<fn() -> View<'static, i8, 1>>, of(&main));
    println!("{}", of(&[1, 2].iter().map(|x| x + 1)));
    println!("{}", type_name::<dyn Iterator<Item = Result<(), std::fmt::Error>>>());
    println!("{} {}", type_name::<RwLock<std::ops::Range<usize>>>(), of(&Some::<u8>(1)));
    println!("{}", type_name::<Level<true, '\''>>());
    let handle = std::thread::spawn(|| type_name::<std::num::ParseIntError>());
    println!("{} {}", of(&handle), handle.join().unwrap());
    println!("{} {}", text!(of( &1 , 2 )), text!([ 1,2 ]));
    println!("{} {}", text!(if true { 1 } else {2}), stringify!(a   . b ( c ) +d));
}
