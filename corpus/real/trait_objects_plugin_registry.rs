//@ no-bug
//@ source: plugins by `TypeId`, `as_any`, boxed clones and a macro that writes their impls

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::sync::{Arc, RwLock};
use std::thread;
pub trait Plugin: Any + Send + Sync + Debug {
    fn name(&self) -> String {
        std::any::type_name::<Self>()
            .rsplit("::")
            .next()
            .unwrap()
            .to_string()
    }
    fn run(&self, x: i64) -> i64;
    fn as_any(&self) -> &dyn Any;
    fn boxed(&self) -> Box<dyn Plugin>;
}
macro_rules! plugin { ($t:ident { $($f:ident : $ft:ty),* } |$s:ident, $x:ident| $body:expr) => {
    #[derive(Debug, Clone, PartialEq)] pub struct $t { $($f: $ft),* }
    impl Plugin for $t { fn run(&self, $x: i64) -> i64 { let $s = self; $body } fn as_any(&self) -> &dyn Any { self } fn boxed(&self) -> Box<dyn Plugin> { Box::new(self.clone()) } }
} }
plugin!(Adder { by: i64 } | s, x | x + s.by);
plugin!(
    Chain { parts: Parts } | s,
    x | s.parts.0.iter().fold(x, |a, p| p.run(a))
);
#[derive(Debug)]
struct Parts(Vec<Box<dyn Plugin>>);
impl Clone for Parts {
    fn clone(&self) -> Self {
        Parts(self.0.iter().map(|p| p.boxed()).collect())
    }
}
impl PartialEq for Parts {
    fn eq(&self, o: &Self) -> bool {
        self.0.len() == o.0.len()
    }
}
#[derive(Default)]
struct Registry {
    by_type: RwLock<HashMap<TypeId, Arc<dyn Plugin>>>,
}
impl Registry {
    fn add<P: Plugin>(&self, p: P) -> Option<Arc<dyn Plugin>> {
        self.by_type
            .write()
            .unwrap()
            .insert(TypeId::of::<P>(), Arc::new(p))
    }
    fn get<P: Plugin + Clone>(&self) -> Option<P> {
        self.by_type
            .read()
            .unwrap()
            .get(&TypeId::of::<P>())?
            .as_any()
            .downcast_ref::<P>()
            .cloned()
    }
    fn names(&self) -> Vec<String> {
        let mut v: Vec<_> = self
            .by_type
            .read()
            .unwrap()
            .values()
            .map(|p| p.name())
            .collect();
        v.sort_unstable();
        v
    }
}
fn show(x: &(dyn Display + Send)) -> String {
    format!("<{x:>5}>")
}
fn main() {
    let r = Arc::new(Registry::default());
    r.add(Adder { by: 2 });
    let h = {
        let r = r.clone();
        thread::spawn(move || {
            r.add(Chain {
                parts: Parts(vec![Box::new(Adder { by: 1 }), Adder { by: 10 }.boxed()]),
            })
            .is_none()
        })
    };
    let old = r.add(Adder { by: 3 }).unwrap();
    assert!(h.join().unwrap());
    println!("{:?} {}", old, old.run(40));
    println!(
        "{} {}",
        r.get::<Chain>().unwrap().run(0),
        show(&r.get::<Adder>().unwrap().by)
    );
    println!("{:?}", r.names());
}
