//@ bug: undefined-behavior
//@ source: a parent pointer that is null at the root

use std::collections::HashMap;
use std::ptr;
struct Graph {
    nodes: HashMap<u32, Box<Node>>,
    root: *mut Node,
}
struct Node {
    id: u32,
    parent: *const Node,
}
fn main() {
    let mut g = Graph {
        nodes: HashMap::new(),
        root: ptr::null_mut(),
    };
    for id in 0..3 {
        let parent = g
            .nodes
            .get(&(id / 2))
            .map_or(ptr::null(), |b| &**b as *const Node);
        g.nodes.insert(id, Box::new(Node { id, parent }));
    }
    let leaf = &g.nodes[&2];
    let up = unsafe { &*(*leaf.parent).parent };
    println!("{} {}", up.id, g.root.is_null());
    let top = unsafe { &*up.parent };
    println!("{}", top.id);
}
