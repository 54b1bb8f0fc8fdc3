//@ no-bug
//@ source: derives on packed structs copy the fields: references are to copies, which are aligned

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Looks at where it is.
#[derive(Clone, Copy, Default)]
struct Aligned(u64);

impl Aligned {
    fn value(&self) -> u64 {
        assert!((&raw const *self).is_aligned(), "misaligned");
        self.0
    }
}

impl fmt::Debug for Aligned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Aligned) -> bool {
        self.value() == other.value()
    }
}

impl Eq for Aligned {}

impl PartialOrd for Aligned {
    fn partial_cmp(&self, other: &Aligned) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Aligned {
    fn cmp(&self, other: &Aligned) -> Ordering {
        self.value().cmp(&other.value())
    }
}

impl Hash for Aligned {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

#[repr(C, packed)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Header {
    tag: u8,
    length: Aligned,
}

#[repr(packed(2))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pair<T>(u8, T, Header);

#[repr(packed)]
#[derive(Clone, Debug, PartialEq)]
struct Owned {
    id: u32,
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn main() {
    let header = Header {
        tag: 1,
        length: Aligned(9),
    };
    let pairs = [3, 2].map(|n| Pair(0, Aligned(n), header));
    println!("{:?} {:?}", pairs, Pair::<char>::default());
    assert!(pairs[1] < pairs[0] && pairs[0] == pairs[0].clone());
    assert_eq!(hash(&pairs[0]), hash(&pairs[0].clone()));
    let set = BTreeSet::from(pairs);
    println!("{:?}", set.first());
    let owned = Owned { id: 5 };
    println!("{:?} {}", owned.clone(), owned == Owned { id: 6 });
}
