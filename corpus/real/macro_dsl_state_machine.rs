//@ no-bug
//@ source: a `macro_rules!` language for state machines, counting and map macros

use std::sync::{Arc, Mutex};
macro_rules! fsm {
    ($name:ident { $($state:ident => { $($input:ident -> $next:ident),* $(,)? }),+ $(,)? }) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($state),+ }
        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$state),+];
            pub fn step(self, input: &str) -> Option<$name> {
                match (self, input) { $($(($name::$state, stringify!($input)) => Some($name::$next),)*)+ _ => None }
            }
        }
        impl std::fmt::Display for $name { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(match self { $($name::$state => stringify!($state)),+ }) } }
    };
}
macro_rules! count { () => { 0usize }; ($h:tt $($t:tt)*) => { 1usize + count!($($t)*) }; }
macro_rules! hashmap { ($($k:expr => $v:expr),* $(,)?) => {{ let mut m = ::std::collections::HashMap::with_capacity(count!($($k)*)); $(m.insert($k, $v);)* m }}; }
fsm!(Door { Open => { close -> Closed }, Closed => { open -> Open, lock -> Locked }, Locked => { unlock -> Closed } });
fn main() {
    let door = Arc::new(Mutex::new((Door::Open, Vec::<String>::new())));
    let people = hashmap! { "ann" => ["close", "lock"], "bob" => ["unlock", "open"] };
    let mut names: Vec<_> = people.keys().copied().collect();
    names.sort();
    let hs: Vec<_> = names
        .into_iter()
        .map(|who| {
            let acts = people[who];
            let door = Arc::clone(&door);
            std::thread::spawn(move || {
                for a in acts {
                    let mut g = door.lock().unwrap();
                    let (state, log) = &mut *g;
                    if let Some(next) = state.step(a) {
                        log.push(format!("{who}:{state}->{next}"));
                        *state = next;
                    }
                }
            })
        })
        .collect();
    for h in hs {
        h.join().unwrap();
    }
    let g = door.lock().unwrap();
    assert!(Door::ALL.contains(&g.0));
    assert!(
        g.1.len() >= 1 && g.1[0].starts_with("ann:Open->Closed"),
        "{:?}",
        g.1
    );
    println!(
        "{} {:>8}|{:<8}|",
        Door::ALL.len(),
        Door::Open.to_string(),
        format!("{:?}", Door::Locked)
    );
}
