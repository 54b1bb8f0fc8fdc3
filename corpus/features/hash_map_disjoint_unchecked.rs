//@ no-bug
//@ source: entries of a map that are known to be different, borrowed at one time
use std::collections::HashMap;
fn main() {
    let mut m = HashMap::from([("a", 1), ("b", 2)]);
    if let [Some(a), Some(b)] = unsafe { m.get_disjoint_unchecked_mut(["a", "b"]) } {
        std::mem::swap(a, b)
    }
    assert_eq!(m["a"], 2);
}
