//@ bug: undefined-behavior
//@ source: a pointer with a tag in its low bit is followed as it is

struct Node {
    value: u64,
}

fn main() {
    let node = Box::into_raw(Box::new(Node { value: 1 }));
    let tagged = (node as usize | 1) as *mut Node;
    println!("{}", unsafe { (*tagged).value });
    unsafe { drop(Box::from_raw(node)) }
}
