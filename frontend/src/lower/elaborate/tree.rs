//! The parts of variables that are moved away by themselves somewhere.

use crate::lower::code::{Code, Op};
use crate::lower::path::{MovePath, OwnerId, Step};
use crate::ty::Ty;

/// Index of a node.
pub type NodeId = u32;

#[derive(Debug)]
struct Node {
    children: Vec<(Step, NodeId)>,
}

/// A tree for each owner; the first nodes are the owners themselves.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The tree of all paths that are moved in a function.
    pub fn new(code: &Code, owners: &[Ty]) -> Tree {
        let nodes = owners
            .iter()
            .map(|_| Node {
                children: Vec::new(),
            })
            .collect();
        let mut tree = Tree { nodes };
        for block in &code.blocks {
            for item in &block.items {
                if let Op::Move(path) = &item.op {
                    tree.add(path);
                }
            }
        }
        tree
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    fn add(&mut self, path: &MovePath) {
        let mut node = root(path.owner);
        for &(step, _) in path.steps.iter() {
            node = match self.child(node, step) {
                Some(child) => child,
                None => {
                    let child = self.nodes.len() as NodeId;
                    self.nodes.push(Node {
                        children: Vec::new(),
                    });
                    self.nodes[node as usize].children.push((step, child));
                    child
                }
            };
        }
    }

    /// The node of a path, or the nearest above it; and whether it is the path's own.
    pub fn find(&self, path: &MovePath) -> (NodeId, bool) {
        let mut node = root(path.owner);
        for &(step, _) in path.steps.iter() {
            match self.child(node, step) {
                Some(child) => node = child,
                None => return (node, false),
            }
        }
        (node, true)
    }

    /// A part of a node that is tracked by itself.
    pub fn child(&self, node: NodeId, step: Step) -> Option<NodeId> {
        let children = &self.nodes[node as usize].children;
        children
            .iter()
            .find(|(known, _)| *known == step)
            .map(|(_, child)| *child)
    }

    /// Whether fields of a variant are tracked.
    pub fn has_variant(&self, node: NodeId, variant: u32) -> bool {
        let children = &self.nodes[node as usize].children;
        children
            .iter()
            .any(|(step, _)| matches!(step, Step::Variant(of, _) if *of == variant))
    }

    /// A node and all below it.
    pub fn subtree(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = vec![node];
        let mut next = 0;
        while next < found.len() {
            let children = &self.nodes[found[next] as usize].children;
            found.extend(children.iter().map(|(_, child)| *child));
            next += 1;
        }
        found
    }
}

fn root(owner: OwnerId) -> NodeId {
    owner.0
}
