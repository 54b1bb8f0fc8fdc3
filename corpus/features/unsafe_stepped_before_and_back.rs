//@ no-bug
//@ source: arrays that are indexed from 1 by a pointer to before them, and pointers that are mixed with others or with a key
//@ source: on their way; a pointer keeps what it may access wherever it goes
struct Node {
    number: u32,
    link: *const Node,
}

/// What leads from either of two nodes to the other.
fn between(a: *const Node, b: *const Node) -> *const Node {
    a.map_addr(|address| address ^ b.addr())
}

fn from_one() {
    let numbers = [1u32, 2, 3];
    let before = numbers.as_ptr().wrapping_sub(1);
    assert_eq!(before.addr(), numbers.as_ptr().addr() - 4);
    for index in 1..=3 {
        assert_eq!(unsafe { *before.wrapping_add(index) }, index as u32);
    }
    let words = [String::from("a"), String::from("b")];
    let second = words.as_ptr().wrapping_sub(3).wrapping_add(4);
    assert_eq!(unsafe { &*second }, "b");
    let bytes = words.as_ptr().wrapping_byte_sub(30).wrapping_byte_add(30);
    assert_eq!(unsafe { &*bytes }, "a");
    let parts = [Some(1u8), None];
    let back = parts.as_ptr().wrapping_sub(2).wrapping_add(2);
    assert_eq!(unsafe { *back }, Some(1));
}

fn both_ways() {
    let node = |number| Node {
        number,
        link: std::ptr::null(),
    };
    let mut nodes = [node(1), node(2), node(3)];
    let first = nodes.as_mut_ptr();
    unsafe {
        let [a, b, c] = [first, first.add(1), first.add(2)];
        (*a).link = b;
        (*b).link = between(a, c);
        (*c).link = b;
        let (mut last, mut here) = (std::ptr::null::<Node>(), a as *const Node);
        let mut seen = 0;
        for _ in 0..3 {
            seen = seen * 10 + (*here).number;
            let next = (*here).link.map_addr(|address| address ^ last.addr());
            (last, here) = (here, next);
        }
        assert_eq!(seen, 123);
    }
}

fn main() {
    from_one();
    both_ways();
    let number = Box::into_raw(Box::new(7u64));
    let hidden = number.map_addr(|address| address ^ 0x5BD1_E995_0000);
    assert_ne!(hidden, number);
    let shown = hidden.map_addr(|address| address ^ 0x5BD1_E995_0000);
    assert_eq!(*unsafe { Box::from_raw(shown) }, 7);
}
