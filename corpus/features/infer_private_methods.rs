//@ no-bug
//@ source: methods that the code does not see are no candidates: what they would hide is found
mod m {
    use std::ops::Deref;
    pub struct Inner;
    impl Inner {
        pub fn name(&self) -> &'static str {
            "inner"
        }
        pub fn other(&self) -> u8 {
            1
        }
    }
    pub struct Outer(pub Inner);
    impl Outer {
        fn name(&self) -> &'static str {
            "outer"
        }
        pub fn call(&self) -> &'static str {
            self.name()
        }
        pub(super) fn other(&self) -> u8 {
            2
        }
    }
    impl Deref for Outer {
        type Target = Inner;
        fn deref(&self) -> &Inner {
            &self.0
        }
    }
    pub mod sub {
        pub fn deep(o: &super::Outer) -> &'static str {
            o.name()
        }
    }
}
mod x {
    use super::m::*;
    pub fn go(o: &Outer) -> &'static str {
        o.name()
    }
}
trait Name {
    fn name(&self) -> &'static str {
        "trait"
    }
}
impl Name for m::Outer {}
mod n {
    pub struct P;
    impl P {
        fn name(&self) -> u8 {
            1
        }
    }
    pub fn u(p: &P) -> u8 {
        p.name()
    }
}
impl Name for n::P {}
fn main() {
    let o = m::Outer(m::Inner);
    let all = [x::go(&o), o.name(), o.call(), m::sub::deep(&o)];
    assert_eq!(all, ["inner", "trait", "outer", "outer"]);
    assert_eq!(o.other(), 2);
    assert_eq!((n::P.name(), n::u(&n::P)), ("trait", 1));
}
