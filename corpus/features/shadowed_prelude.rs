//@ no-bug
//@ source: names of the prelude with other meanings, nested functions and items in blocks

mod shadow {
    #[derive(Debug, PartialEq)]
    pub enum Option<T> {
        Some(T),
        Nothing,
    }

    pub type Result<T> = std::result::Result<T, String>;

    pub fn drop(x: u8) -> u8 {
        x + 1
    }

    #[derive(Debug)]
    pub struct Vec(pub i32, pub i32);
}

use shadow::{drop, Option, Result, Vec};

fn check(n: i32) -> Result<i32> {
    if n > 0 { Ok(n) } else { Err(format!("{n}")) }
}

struct String {
    len: usize,
}

impl String {
    fn len(&self) -> usize {
        self.len * 2
    }
}

fn main() {
    println!("{:?} {:?}", Option::Some(1), Option::<u8>::Nothing);
    println!("{:?} {}", Vec(1, 2), drop(4));
    println!("{:?} {:?}", check(1), check(-1));
    println!("{}", String { len: 4 }.len());
    println!("{:?}", std::option::Option::Some(std::string::String::from("real")));
    fn helper(x: i32) -> i32 {
        const K: i32 = 10;
        fn inner(x: i32) -> i32 {
            x * K
        }
        inner(x) + 1
    }
    println!("{}", helper(2));
    let v = {
        #[derive(Debug, Default)]
        struct Local {
            a: u8,
        }
        impl Local {
            fn more(self) -> Self {
                Local { a: self.a + 1 }
            }
        }
        format!("{:?}", Local::default().more())
    };
    println!("{v}");
    let println = 5;
    println!("{println}");
    let r#type = "raw identifier";
    println!("{}", r#type);
    let vec = std::vec![1; 2];
    println!("{:?}", vec);
}
