//! How many pairs there are before objects are told apart, counted without making them.

use rustc_hash::FxHashMap;

use super::{Class, Rule};
use crate::access::Verb;
use crate::mhp::lockset::Lockset;
use crate::thread_set::{StaticThreadId, ThreadSet};

/// What the accesses of a thread that do one thing have in common.
struct Crowd {
    thread: StaticThreadId,
    verb: Verb,
    /// How many they are.
    all: u64,
    /// How many of them may run beside each thread.
    beside: Vec<u64>,
}

/// Unordered pairs of members of two sets, or of one set with itself.
fn pairs_of(a: u64, b: u64, same: bool) -> u64 {
    if same { a * (a + 1) / 2 } else { a * b }
}

fn crowds(classes: &[&Class]) -> Vec<Crowd> {
    let mut found: FxHashMap<(StaticThreadId, Verb), Crowd> = FxHashMap::default();
    for class in classes {
        let (key, members) = (&class.key, class.members.len() as u64);
        let (thread, verb) = (key.thread, key.verb);
        let crowd = found.entry((thread, verb)).or_insert_with(|| Crowd {
            thread,
            verb,
            all: 0,
            beside: vec![0; ThreadSet::CAPACITY],
        });
        crowd.all += members;
        for other in key.beside.iter() {
            crowd.beside[other.index()] += members;
        }
    }
    found.into_values().collect()
}

/// How many pairs conflict by what they do, and how many of them may happen in parallel.
pub fn conflicts(classes: &[&Class], rule: Rule) -> (u64, u64) {
    let crowds = crowds(classes);
    let (mut conflicting, mut parallel) = (0, 0);
    for (index, a) in crowds.iter().enumerate() {
        for (other, b) in crowds.iter().enumerate().skip(index) {
            if rule(a.verb, b.verb) {
                let (x, y) = (a.beside[b.thread.index()], b.beside[a.thread.index()]);
                conflicting += pairs_of(a.all, b.all, other == index);
                parallel += pairs_of(x, y, other == index);
            }
        }
    }
    (conflicting, parallel)
}

/// Members of classes that differ in their cells only.
type Group = (StaticThreadId, Verb, ThreadSet, Lockset);

/// How many pairs that conflict and may happen in parallel but for a lock that both hold.
pub fn locked(classes: &[&Class], rule: Rule) -> u64 {
    let mut groups: FxHashMap<Group, u64> = FxHashMap::default();
    for class in classes {
        let key = &class.key;
        if key.locks != Lockset::NONE {
            let group = (key.thread, key.verb, key.beside, key.locks);
            *groups.entry(group).or_default() += class.members.len() as u64;
        }
    }
    let groups: Vec<(Group, u64)> = groups.into_iter().collect();
    let mut total = 0;
    for (index, ((t, verb, beside, locks), n)) in groups.iter().enumerate() {
        for (other, ((u, does, also, held), m)) in groups.iter().enumerate().skip(index) {
            if locks.excludes(*held)
                && rule(*verb, *does)
                && beside.contains(*u)
                && also.contains(*t)
            {
                total += pairs_of(*n, *m, other == index);
            }
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::super::{Class, RULES};
    use crate::access::Access;
    use crate::testing::parse;
    use crate::{Analysis, AnalysisOptions};

    /// Two instances of one thread and one of another, with and without locks.
    const PROGRAM: &str = "static M: mutex
         static X: u64
         fn main {
           m = &M
           x = &X
         again:
           t = spawn worker(m)
           branch again
           u = spawn other(x)
           atomic_load x
           join u
           lock m
           atomic_store x
           unlock m
         }
         fn worker(m) {
           x = &X
           lock m
           atomic_store x
           atomic_load x
           unlock m
           atomic_add x
         }
         fn other(x) {
           m = &M
           atomic_load x
           lock m
           atomic_add x
           unlock m
         }";

    #[test]
    fn agrees_with_counting_one_by_one() {
        let test = parse(PROGRAM);
        let facts = Analysis::run(&test.program, &AnalysisOptions::default());
        for (_, family, rule) in RULES {
            let classes = facts.pairs.classes.iter();
            let classes: Vec<&Class> = classes.filter(|c| c.key.family == family).collect();
            let list: Vec<&Access> = facts.accesses.list.iter().collect();
            let (mut conflicting, mut parallel, mut locked) = (0, 0, 0);
            for (index, a) in list.iter().enumerate() {
                for b in &list[index..] {
                    if a.family == family && b.family == family && rule(a.verb, b.verb) {
                        let beside = a.beside.contains(b.thread) && b.beside.contains(a.thread);
                        conflicting += 1;
                        parallel += u64::from(beside);
                        locked += u64::from(beside && a.locks.excludes(b.locks));
                    }
                }
            }
            assert_eq!(super::conflicts(&classes, rule), (conflicting, parallel));
            assert_eq!(super::locked(&classes, rule), locked);
        }
        let filtered = facts.pairs.filtered;
        assert!(filtered.mhp > 0 && filtered.locks > 0, "{filtered:?}");
    }
}
