//! A comma that may end a round of a repetition or begin the next one.
//@ no-bug

macro_rules! m { (fn $f:ident(&self $(, $p:ident: $t:ty $(,)?)*);) => { 0 $( + { let _: Option<$t>; stringify!($p).len() } )* } }
fn main() {
    assert_eq!(
        m!(
            fn call(&self, state: u8, args: &'static [u8]);
        ),
        9
    );
}
