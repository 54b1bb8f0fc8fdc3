//! What `--disable` can switch off, to measure it.

use vscheck_frontend::similar;

/// A technique that a search or the static pass can do without.
pub struct Technique {
    /// What `--disable` calls it.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// The one engine that has it, if that is not the default.
    pub only_of: Option<&'static str>,
}

/// One that the default engine has, if not others too.
const fn technique(name: &'static str, summary: &'static str) -> Technique {
    Technique {
        name,
        summary,
        only_of: None,
    }
}

/// All of them.
pub const TECHNIQUES: &[Technique] = &[
    technique(
        "priority",
        "suspicious orders first, in a hunt for the first bug (Chen 2009, section 6.1.2)",
    ),
    technique(
        "stops",
        "threads stopped at suspicious places, in the first run of a hunt for the first bug",
    ),
    technique(
        "additions",
        "additions to atomic cells that commute, and maxima, bits that are set, and so on, in a hunt for the first bug that value schedules do not end soon",
    ),
    technique(
        "sections",
        "critical sections that commute by what they touch, in such a hunt",
    ),
    technique(
        "exchanges",
        "a load and the compare-exchange that relies on it are one step, in such a hunt",
    ),
    technique(
        "states",
        "stored states, in a hunt for the first bug that value schedules do not end soon",
    ),
    technique(
        "open-accesses",
        "stored states are come to again only with an access that may race in a new way, not for each set of them, in a hunt for the first bug",
    ),
    technique(
        "sleep-sets",
        "steps that would only repeat what another order of theirs has led to are left out, among stored states, and in `dpor`",
    ),
    technique(
        "symmetry",
        "symmetric threads that stand for each other, among stored states",
    ),
    technique("sampling", "schedules at random too, in such a hunt"),
    technique(
        "phases",
        "what follows when all threads are joined is explored once for each state, in a hunt for the first bug",
    ),
    technique(
        "tails",
        "what the last thread left does to the end is run once for each state",
    ),
    technique(
        "alias",
        "no pair of accesses to objects that cannot be the same",
    ),
    technique(
        "escape",
        "no pair of accesses to objects that only one thread reaches",
    ),
    technique(
        "disjoint",
        "no pair of accesses to objects that threads own one by one",
    ),
    technique("mhp", "no pair of accesses that cannot happen in parallel"),
    technique(
        "commute",
        "no pair of accesses that have the same effect in either order",
    ),
    Technique {
        name: "commuting-reads",
        summary: "reads of one object commute, in `dpor` (Saarikivi, Kähkönen, Heljanko 2012, section II-D)",
        only_of: Some("dpor"),
    },
    Technique {
        name: "accessibility",
        summary: "no path to an access that can no longer be reached, in `value-schedule-static` (Chen 2009, section 5.3); others plan only what can be",
        only_of: Some("value-schedule-static"),
    },
];

/// Refinements of accessibility (Chen 2009) that are none here.
const REFINEMENTS: [&str; 2] = ["branch", "call"];

/// Checks a name given to `--disable`.
pub fn parse(name: &str) -> Result<String, String> {
    let names: Vec<&str> = TECHNIQUES.iter().map(|technique| technique.name).collect();
    match names.contains(&name) {
        true => Ok(name.to_string()),
        false if REFINEMENTS.contains(&name) => Err(format!(
            "`{name}` is no technique by itself: what can be reached is asked before every access, behind all \
             branches and calls; `accessibility` switches that off"
        )),
        false => {
            let hint = similar::hint(name, &names);
            Err(format!("techniques are {}{hint}", names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The names in `uses("NAME")` anywhere under a folder.
    fn asked_for(folder: &Path, names: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("the sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                asked_for(&path, names);
            } else if !path.ends_with("technique.rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let calls = text.split("uses(\"").skip(1);
                names.extend(calls.filter_map(|rest| Some(rest.split_once('"')?.0.to_string())));
            }
        }
    }

    #[test]
    fn every_technique_can_be_switched_off_and_every_switch_is_listed() {
        let mut asked = BTreeSet::new();
        asked_for(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
            &mut asked,
        );
        let listed = TECHNIQUES
            .iter()
            .map(|technique| technique.name.to_string());
        assert_eq!(asked, listed.collect());
        assert!(parse("alias").is_ok() && parse("").is_err());
        assert!(parse("call").is_err_and(|why| why.contains("`accessibility`")));
    }
}
