//! What the front end says.

use super::{Described, is_internal, normal};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use vscheck_frontend::hir::{DefId, DefKind, Edition, Hir};
use vscheck_frontend::infer::{Description, Typer};
use vscheck_frontend::resolve::{Crate, load, with_large_stack};
use vscheck_frontend::{Diagnostic, Options};

/// All functions of a program that have a body; those that cannot be typed with the reason.
pub(super) fn functions(
    path: &Path,
    edition: &str,
) -> Result<BTreeMap<String, Result<Described, String>>, String> {
    let options = Options {
        edition: Edition::named(edition),
        ..Options::default()
    };
    with_large_stack(|| {
        let krate = load(path, &options).map_err(|diagnostic| text_of(&diagnostic))?;
        Ok(Reader::new(krate).all())
    })
}

fn text_of(diagnostic: &Diagnostic) -> String {
    let line = diagnostic.span.map_or(0, |span| span.line);
    format!("line {line}: {}", diagnostic.message)
}

struct Reader {
    krate: Rc<Crate>,
    typer: Typer,
}

impl Reader {
    fn new(krate: Rc<Crate>) -> Reader {
        let typer = Typer::new(krate.clone());
        Reader { krate, typer }
    }

    /// Typing a body brings the functions inside of it.
    fn all(&self) -> BTreeMap<String, Result<Described, String>> {
        let mut found = BTreeMap::new();
        let mut next = 0;
        while next < self.krate.definition_count() {
            let def = self.krate.def(DefId::new(next));
            next += 1;
            let is_function = matches!(&def.kind, DefKind::Fn(data) if data.has_body);
            if is_function && !def.is_model {
                let described = self.typer.describe(def.id);
                let described = described.map(|description| normal_form(&description));
                let described = described.map_err(|diagnostic| text_of(&diagnostic));
                add(&mut found, self.name(def.id), described);
            }
        }
        found
    }

    /// As [`super::mir::MirFunction::name`].
    fn name(&self, id: DefId) -> String {
        let def = self.krate.def(id);
        let parent = def.parent.map(|parent| self.krate.def(parent));
        match parent {
            Some(parent) if matches!(parent.kind, DefKind::Impl { .. }) => {
                format!("impl@{}::{}", parent.span.line, def.name)
            }
            Some(parent) if matches!(parent.kind, DefKind::Fn(_)) => {
                format!("{}::{}", self.name(parent.id), def.name)
            }
            _ => self.krate.path_of(id),
        }
    }
}

/// Functions of impls that one macro gives have one name.
fn add(
    found: &mut BTreeMap<String, Result<Described, String>>,
    name: String,
    described: Result<Described, String>,
) {
    match (found.get_mut(&name), described) {
        (Some(Ok(known)), Ok(described)) => {
            known.callees.extend(described.callees);
            for (variable, types) in described.variables {
                known.variables.entry(variable).or_default().extend(types);
            }
        }
        (_, described) => {
            found.insert(name, described);
        }
    }
}

fn normal_form(description: &Description) -> Described {
    let mut described = Described::default();
    for (name, ty) in &description.variables {
        let types = described.variables.entry(name.clone()).or_default();
        types.insert(normal::normalize(ty));
    }
    let callees = description.callees.iter();
    let callees =
        callees.map(|callee| normal::callee_form(&as_desugared(normal::normalize(callee))));
    described.callees = callees.filter(|callee| !is_internal(callee)).collect();
    described
}

/// The call that the compiler makes of an `.await`, where we call a function of the model.
fn as_desugared(callee: String) -> String {
    let awaited = callee.strip_prefix("poll_awaited<");
    match awaited.and_then(|rest| rest.strip_suffix('>')) {
        Some(future) => format!("<{future} as Future>::poll"),
        None => callee,
    }
}
