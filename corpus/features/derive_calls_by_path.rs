//@ no-bug
//@ source: derives call by path what a trait of the program for all types has methods of the same names as

use std::collections::HashSet;

#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Named {
    first: u8,
    r#type: Vec<Option<char>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pair(u8, Named);

#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Either<T> {
    #[default]
    Neither,
    Left(T),
    Both {
        left: T,
        right: Pair,
    },
}

/// Says no to everything that it is asked.
#[allow(dead_code)]
trait Hijack: Sized {
    fn field<A, B>(&self, _: A, _: B) -> &mut Self {
        unreachable!("field")
    }
    fn finish(self) {
        unreachable!("finish")
    }
    fn debug_struct(self, _: &str) {
        unreachable!("debug_struct")
    }
    fn write_str(self, _: &str) {
        unreachable!("write_str")
    }
    fn clone(&self) -> Self {
        unreachable!("clone")
    }
    fn eq(self, _: Self) -> bool {
        unreachable!("eq")
    }
    fn cmp(self, _: Self) -> bool {
        unreachable!("cmp")
    }
    fn partial_cmp(self, _: Self) -> bool {
        unreachable!("partial_cmp")
    }
    fn hash<H>(self, _: &mut H) {
        unreachable!("hash")
    }
    fn default() -> Self {
        unreachable!("default")
    }
}

impl<T> Hijack for T {}

fn main() {
    let named = Named {
        first: 1,
        r#type: vec![Some('x'), None],
    };
    let pair = Pair(2, Clone::clone(&named));
    let both = Either::Both {
        left: named,
        right: pair,
    };
    println!("{both:?}");
    println!("{both:#?}");
    let left = Either::Left(<Named as Default>::default());
    assert!(left < both && left != both && left > Either::Neither);
    let all = HashSet::from([Clone::clone(&left), left, both]);
    println!("{} {:?}", all.len(), <Either<u8> as Default>::default());
}
