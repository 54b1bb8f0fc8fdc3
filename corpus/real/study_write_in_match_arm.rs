//@ bug: deadlock
//@ source: bug study: a write lock in an arm, under the read guard of the match's scrutinee

use std::collections::BTreeMap;
use std::sync::RwLock;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    File,
    Dir,
}

struct Tree {
    nodes: RwLock<BTreeMap<String, Kind>>,
}

impl Tree {
    fn make_dir(&self, path: &str) -> Result<(), &'static str> {
        match self.nodes.read().unwrap().get(path).copied() {
            Some(Kind::Dir) => Ok(()),
            Some(Kind::File) => Err("is a file"),
            None => {
                self.nodes.write().unwrap().insert(path.to_string(), Kind::Dir);
                Ok(())
            }
        }
    }
}

fn main() {
    let tree = Tree { nodes: RwLock::new(BTreeMap::from([("/etc".to_string(), Kind::File)])) };
    println!("{:?}", tree.make_dir("/etc"));
    println!("{:?}", tree.make_dir("/home"));
}
