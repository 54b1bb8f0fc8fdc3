//@ no-bug
//@ source: a macro that a use shows comes with a glob import
mod outer {
    macro_rules! make {
        ($n:ident) => {
            struct $n;
        };
    }
    pub(crate) use make;
}
mod user {
    use crate::outer::*;
    make!(A);
    pub fn go() {
        let _ = A;
    }
}
fn main() {
    std::thread::spawn(|| ()).join().unwrap();
    user::go();
}
