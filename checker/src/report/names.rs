//! Names that readers can tell apart: numbers for different objects that the source calls by one name, and what is
//! one object though the source calls it by several.

use super::story::Step;
use super::table::wrap;
use super::wait::Wait;
use std::collections::{BTreeMap, BTreeSet};
use vscheck_ir::{Action, ActionKind};

/// How many objects a legend explains.
const MAX_EXPLAINED: usize = 12;
/// Where a legend begins.
const INDENT: &str = "     ";

/// The names of the objects of a story.
#[derive(Clone, Debug, Default)]
pub struct Names {
    numbers: BTreeMap<u64, usize>,
    /// Which part of which object has a number, where that tells it from the others.
    wholes: BTreeMap<usize, String>,
    /// The names of objects that have several and no number.
    several: Vec<Vec<String>>,
}

/// A name in a story, and what it stands for.
struct Named<'a> {
    name: &'a str,
    address: u64,
    whole: Option<&'a str>,
}

impl<'a> Named<'a> {
    /// What a step is about, if the source has a name for it.
    fn of(name: &'a Option<String>, at: Option<u64>, whole: &'a Option<String>) -> Option<Self> {
        Some(Named {
            name: name.as_deref()?,
            address: at?,
            whole: whole.as_deref(),
        })
    }

    /// The last part of the name, by which a reader knows the object whatever its owner is called.
    fn field(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }

    /// Whether the source says it: the report's own words for counts and types have blanks and brackets.
    fn is_path(&self) -> bool {
        !self.name.contains([' ', '<'])
    }
}

impl Names {
    /// Numbers the objects of a story in the order in which they turn up.
    pub fn new<'a>(
        steps: impl IntoIterator<Item = &'a Step, IntoIter: Clone>,
        waits: &'a [Wait],
    ) -> Names {
        let steps = steps.into_iter();
        let stepped = steps
            .clone()
            .filter_map(|step| Named::of(&step.object, step.address, &step.whole));
        let waited = waits
            .iter()
            .filter_map(|wait| Named::of(&wait.object, wait.address, &wait.whole));
        let named: Vec<Named> = stepped.chain(waited).collect();
        let numbers = numbers(&named);
        let locks = steps.filter(|step| step.action.is_some_and(has_one_name));
        let locks = locks.filter_map(|step| Named::of(&step.object, step.address, &step.whole));
        let single = locks.filter(|named| !numbers.contains_key(&named.address));
        let several = several(single.filter(Named::is_path).collect());
        let wholes = wholes(&named, &numbers);
        Names {
            numbers,
            wholes,
            several,
        }
    }

    /// A name, with the object's number if it has one: `self.amount #2`.
    pub fn numbered(&self, name: &str, address: Option<u64>) -> String {
        match address.and_then(|address| self.numbers.get(&address)) {
            Some(number) => format!("{name} #{number}"),
            None => name.to_string(),
        }
    }

    /// What the numbers mean, if there are any, and which names mean the same.
    pub fn legend(&self, width: usize) -> String {
        let mut out = String::new();
        let indent = format!("{INDENT} ");
        if !self.numbers.is_empty() {
            let wholes = self.wholes.iter().take(MAX_EXPLAINED);
            let wholes = wholes.map(|(number, whole)| format!("#{number} is {whole}"));
            let meaning = "equal numbers: the same object".to_string();
            let wholes: Vec<String> = std::iter::once(meaning).chain(wholes).collect();
            out += &wrap(&format!("{INDENT}({})", wholes.join("; ")), width, &indent);
        }
        if !self.several.is_empty() {
            let several = self.several.iter().take(MAX_EXPLAINED);
            let several: Vec<String> = several.map(|names| names.join(" = ")).collect();
            out += &wrap(
                &format!("{INDENT}(the same object: {})", several.join("; ")),
                width,
                &indent,
            );
        }
        out
    }
}

/// Numbers for the objects that share a name with another.
fn numbers(named: &[Named]) -> BTreeMap<u64, usize> {
    let mut called: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for one in named {
        called.entry(one.name).or_default().insert(one.address);
    }
    let unclear = called.values().filter(|objects| objects.len() > 1);
    let unclear: BTreeSet<u64> = unclear.flatten().copied().collect();
    let mut numbers = BTreeMap::new();
    for one in named.iter().filter(|one| unclear.contains(&one.address)) {
        let next = numbers.len() + 1;
        numbers.entry(one.address).or_insert(next);
    }
    numbers
}

/// Which parts of which objects have numbers: what the machine says where it is a path that only one of them has.
fn wholes(named: &[Named], numbers: &BTreeMap<u64, usize>) -> BTreeMap<usize, String> {
    let of = |one: &Named| Some((*numbers.get(&one.address)?, one.whole?.to_string()));
    let wholes: BTreeMap<usize, String> = named.iter().filter_map(of).collect();
    let is_one = |whole: &String| wholes.values().filter(|other| *other == whole).count() == 1;
    let told = wholes.iter().filter(|(_, whole)| is_one(whole));
    told.map(|(number, whole)| (*number, whole.clone()))
        .collect()
}

/// The names of each object that is called by several which do not end alike.
fn several(named: Vec<Named>) -> Vec<Vec<String>> {
    let mut objects: Vec<(u64, Vec<Named>)> = Vec::new();
    for one in named {
        match objects.iter_mut().find(|(at, _)| *at == one.address) {
            Some((_, names)) if names.iter().any(|n| n.field() == one.field()) => {}
            Some((_, names)) => names.push(one),
            None => objects.push((one.address, vec![one])),
        }
    }
    let several = objects.into_iter().filter(|(_, names)| names.len() > 1);
    several
        .map(|(_, names)| names.iter().map(|one| one.name.to_string()).collect())
        .collect()
}

/// Whether all who use an object of an operation use the same: the two ends of a channel, and the handles of
/// what is counted, are different things in the source.
fn has_one_name(action: Action) -> bool {
    !matches!(action.facts().kind, ActionKind::Channel | ActionKind::Count)
}
