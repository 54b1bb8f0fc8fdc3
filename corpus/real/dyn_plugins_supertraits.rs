//@ no-bug
//@ source: trait objects with supertraits, generic defaults, Any downcasts and upcasting, stored in a registry behind a lock

use std::any::Any;
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::sync::{Arc, RwLock};
use std::thread;

trait Named {
    fn name(&self) -> String;
}

trait Plugin: Named + Debug + Send + Sync + Any {
    fn run(&self, input: &str) -> Result<String, Box<dyn std::error::Error>>;
    fn priority(&self) -> i8 {
        0
    }
    fn as_any(&self) -> &dyn Any;
    fn boxed_clone(&self) -> Box<dyn Plugin>;
}

#[derive(Debug, Clone)]
struct Upper;
#[derive(Debug, Clone)]
struct Repeat {
    times: usize,
}
#[derive(Debug, Clone)]
struct Parse<T> {
    fallback: T,
}

impl Named for Upper {
    fn name(&self) -> String {
        "upper".into()
    }
}
impl Named for Repeat {
    fn name(&self) -> String {
        format!("repeat{}", self.times)
    }
}
impl<T: Display> Named for Parse<T> {
    fn name(&self) -> String {
        format!("parse({})", self.fallback)
    }
}

macro_rules! plugin_basics {
    () => {
        fn as_any(&self) -> &dyn Any {
            self
        }
        fn boxed_clone(&self) -> Box<dyn Plugin> {
            Box::new(self.clone())
        }
    };
}

impl Plugin for Upper {
    plugin_basics!();
    fn run(&self, input: &str) -> Result<String, Box<dyn std::error::Error>> {
        Ok(input.to_uppercase())
    }
    fn priority(&self) -> i8 {
        -1
    }
}
impl Plugin for Repeat {
    plugin_basics!();
    fn run(&self, input: &str) -> Result<String, Box<dyn std::error::Error>> {
        if self.times == 0 {
            return Err("nothing to repeat".into());
        }
        Ok(input.repeat(self.times))
    }
}
impl<T> Plugin for Parse<T>
where
    T: std::str::FromStr<Err: std::error::Error + 'static> + Display + Debug + Clone + Send + Sync + 'static,
{
    plugin_basics!();
    fn run(&self, input: &str) -> Result<String, Box<dyn std::error::Error>> {
        let value: T = input.trim().parse()?;
        Ok(format!("<{value}>"))
    }
}

impl Clone for Box<dyn Plugin> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

type Registry = RwLock<HashMap<String, Arc<dyn Plugin>>>;

fn register<P: Plugin>(registry: &Registry, plugin: P) -> Option<Arc<dyn Plugin>> {
    registry.write().unwrap().insert(plugin.name(), Arc::new(plugin))
}

fn label(named: &dyn Named) -> String {
    format!("[{}]", named.name())
}

fn main() {
    let registry = Arc::new(Registry::default());
    let r = registry.clone();
    let t = thread::spawn(move || {
        register(&r, Repeat { times: 2 });
        register(&r, Parse { fallback: 0i64 }).is_none()
    });
    register(&registry, Upper);
    println!("{}", t.join().unwrap());
    register(&registry, Repeat { times: 0 });
    let map = registry.read().unwrap();
    let mut plugins: Vec<_> = map.values().cloned().collect();
    plugins.sort_by_key(|p| (p.priority(), p.name()));
    for p in &plugins {
        match p.run("4x") {
            Ok(text) => println!("{} {text}", label(p.as_ref())),
            Err(e) => println!("{:?} failed: {e}", p),
        }
    }
    let repeats: usize = plugins.iter().filter_map(|p| p.as_any().downcast_ref::<Repeat>()).map(|r| r.times).sum();
    let copies: Vec<Box<dyn Plugin>> = vec![Box::new(Upper) as Box<dyn Plugin>, plugins[1].boxed_clone()];
    println!("{repeats} {:?}", copies.clone());
}
