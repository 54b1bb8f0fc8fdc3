//@ no-bug
//@ source: derives on items that a macro makes show the fields' plain names

macro_rules! make {
    ($name:ident) => {
        #[derive(Debug, Clone, PartialEq)]
        struct $name {
            value: i32,
            other: Option<u8>,
        }
        impl $name {
            fn get(&self) -> i32 {
                self.value
            }
        }
        #[derive(Debug)]
        enum Made {
            Named { inner: i32 },
            Plain,
        }
    };
}
make!(S);

fn main() {
    let s = S { value: 3, other: None };
    println!("{:?} {} {:?} {:?}", s, s.get(), Made::Named { inner: 1 }, Made::Plain);
    println!("{}", s.clone() == s);
}
