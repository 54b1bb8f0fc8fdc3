//! Lists that only grow. A copy shares its past with the original, so that a snapshot costs the same
//! at any length.

use std::sync::Arc;

/// A list that only grows, and is cheap to copy.
#[derive(Debug)]
pub struct History<T> {
    newest: Option<Arc<Node<T>>>,
}

#[derive(Debug)]
struct Node<T> {
    item: T,
    /// Position in the list, from 0.
    index: usize,
    before: Option<Arc<Node<T>>>,
}

impl<T> Clone for History<T> {
    fn clone(&self) -> Self {
        let newest = self.newest.clone();
        History { newest }
    }
}

impl<T> Default for History<T> {
    fn default() -> Self {
        History { newest: None }
    }
}

impl<T> History<T> {
    /// How many items it has.
    pub fn len(&self) -> usize {
        self.newest.as_ref().map_or(0, |node| node.index + 1)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.newest.is_none()
    }

    /// The newest item.
    pub fn last(&self) -> Option<&T> {
        self.newest.as_ref().map(|node| &node.item)
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        let index = self.len();
        let before = self.newest.take();
        self.newest = Some(Arc::new(Node {
            item,
            index,
            before,
        }));
    }

    /// Items with their positions, newest first: finding a recent one is cheap.
    pub fn backwards(&self) -> impl Iterator<Item = (usize, &T)> {
        let nodes = std::iter::successors(self.newest.as_deref(), |node| node.before.as_deref());
        nodes.map(|node| (node.index, &node.item))
    }

    /// All items, oldest first.
    pub fn items(&self) -> Vec<&T> {
        let mut items: Vec<&T> = self.backwards().map(|(_, item)| item).collect();
        items.reverse();
        items
    }
}

impl<T> Drop for History<T> {
    /// Unlinks the part nobody else shares one node at a time: the derived drop would recurse as deep
    /// as the list is long.
    fn drop(&mut self) {
        let mut next = self.newest.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}
