//! Impls by trait and by self type.
//!
//! A model's impl stands in the file of its trait or of its self type, so once a type and a trait can be
//! named, all impls that could join them are known; only the homes of types without a path (primitives,
//! slices, ...) have to be read first, and macros that give impls expanded.

use super::{Crate, model_files};
use crate::diagnostic::Diagnostic;
use crate::hir::{DefId, TypeHead};
use crate::parse::{self, Deferred, ImplNames, LazyImpls, SelfType};
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::hash::Hash;
use std::rc::Rc;

/// What can be said of an impl by its syntax alone.
#[derive(Clone, Debug)]
pub(crate) struct ImplHeader {
    /// Last segment of the trait's path; `None` for inherent impls.
    pub trait_name: Option<Symbol>,
    /// Last segment of the self type's path, if it is one and no type parameter.
    pub self_name: Option<Symbol>,
}

struct ImplEntry {
    def: DefId,
    header: ImplHeader,
    is_model: bool,
    trait_def: OnceCell<Option<DefId>>,
    head: OnceCell<Option<TypeHead>>,
}

/// Impls by the name that their traits are written with; inherent ones under none.
#[derive(Default)]
struct ByName {
    lists: FxHashMap<Option<Symbol>, Vec<Rc<ImplEntry>>>,
    /// Names that imports have given to something else: such a trait may have another name of its own.
    renamed: FxHashSet<Symbol>,
    /// The impls of those names, in the order in which that was found out.
    ambiguous: Vec<Rc<ImplEntry>>,
}

/// How many impls have been considered.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Of the name that is asked for.
    named: usize,
    /// Of the ambiguous ones.
    ambiguous: usize,
}

impl ByName {
    fn add(&mut self, entry: Rc<ImplEntry>) {
        let name = entry.header.trait_name;
        if name.is_some_and(|name| self.renamed.contains(&name)) {
            self.ambiguous.push(entry.clone());
        }
        self.lists.entry(name).or_default().push(entry);
    }

    /// The next impl that may be wanted and whose trait may have this name; without one, the next inherent
    /// impl.
    fn after(
        &self,
        seen: &mut Seen,
        name: Option<Symbol>,
        may_fit: impl Fn(&ImplEntry) -> bool,
    ) -> Option<Rc<ImplEntry>> {
        let named = self.lists.get(&name).map_or(&[][..], Vec::as_slice);
        let found = next_of(named, &mut seen.named, &may_fit);
        if found.is_some() {
            return found;
        }
        name?;
        next_of(&self.ambiguous, &mut seen.ambiguous, |entry| {
            entry.header.trait_name != name && may_fit(entry)
        })
    }

    /// The impls whose definitions have at least this number.
    fn since(&self, first: usize) -> Vec<Rc<ImplEntry>> {
        let all = self.lists.values().flatten();
        all.filter(|entry| entry.def.index() >= first)
            .cloned()
            .collect()
    }

    fn note_renamed(&mut self, name: Symbol) {
        if self.renamed.insert(name) {
            let known = self.lists.get(&Some(name)).into_iter().flatten();
            self.ambiguous.extend(known.cloned());
        }
    }
}

/// The next of a list that may fit, of which so many have been considered.
fn next_of(
    list: &[Rc<ImplEntry>],
    seen: &mut usize,
    may_fit: impl Fn(&ImplEntry) -> bool,
) -> Option<Rc<ImplEntry>> {
    let found = list[*seen..].iter().position(|entry| may_fit(entry));
    let at = found.map(|after| *seen + after);
    *seen = at.map_or(list.len(), |at| at + 1);
    at.map(|at| list[at].clone())
}

/// Invocations that have not been expanded, by what their impls may be of.
#[derive(Default)]
struct LazyIndex {
    /// Each once, until it is taken.
    all: Vec<Option<LazyImpls>>,
    /// Which may give impls of a trait of this name.
    by_trait: FxHashMap<Symbol, Vec<u32>>,
    /// Which may give inherent impls.
    inherent: Vec<u32>,
}

impl LazyIndex {
    fn add(&mut self, lazy: LazyImpls) {
        let index = self.all.len() as u32;
        for name in lazy.names.traits() {
            self.by_trait.entry(name).or_default().push(index);
        }
        if lazy.names.has_inherent() {
            self.inherent.push(index);
        }
        self.all.push(Some(lazy));
    }

    /// Takes one that may give impls of a trait and fits.
    fn of_trait(&mut self, name: Symbol, fits: impl Fn(&ImplNames) -> bool) -> Option<LazyImpls> {
        take_from(&mut self.all, self.by_trait.get_mut(&name)?, fits)
    }

    /// Takes one that may give inherent impls and fits.
    fn inherent(&mut self, fits: impl Fn(&ImplNames) -> bool) -> Option<LazyImpls> {
        take_from(&mut self.all, &mut self.inherent, fits)
    }

    /// Takes any.
    fn any(&mut self) -> Option<LazyImpls> {
        self.all.iter_mut().find_map(Option::take)
    }
}

/// Takes the first of a list that fits; those that are gone leave the list.
fn take_from(
    all: &mut [Option<LazyImpls>],
    list: &mut Vec<u32>,
    fits: impl Fn(&ImplNames) -> bool,
) -> Option<LazyImpls> {
    list.retain(|&index| all[index as usize].is_some());
    let mut slots = list.iter().map(|&index| index as usize);
    let found = slots.find(|&index| all[index].as_ref().is_some_and(|lazy| fits(&lazy.names)))?;
    all[found].take()
}

/// Impls found so far, and the answers given from how many of them.
#[derive(Default)]
pub(crate) struct ImplIndex {
    by_name: ByName,
    lazy: LazyIndex,
    /// Derives of libraries' types that were not run yet, by the names of those.
    derives: FxHashMap<Symbol, Vec<Deferred>>,
    by_trait: FxHashMap<DefId, Answer>,
    by_trait_and_head: FxHashMap<(DefId, TypeHead), Answer>,
    by_head: FxHashMap<TypeHead, Answer>,
    /// Words whose home files have been read.
    homes_read: FxHashSet<Symbol>,
    /// Counts what might change an answer.
    version: u64,
}

#[derive(Clone, Default)]
struct Answer {
    seen: Seen,
    found: Rc<Vec<DefId>>,
    /// The index's version that it was given for.
    version: u64,
}

impl Crate {
    /// Adds an impl to the index.
    pub(crate) fn add_impl(&self, def: DefId, header: ImplHeader, is_model: bool) {
        let mut index = self.impls.borrow_mut();
        index.version += 1;
        index.by_name.add(Rc::new(ImplEntry {
            def,
            header,
            is_model,
            trait_def: OnceCell::new(),
            head: OnceCell::new(),
        }));
    }

    /// Notes that an import calls something by another name than its own.
    pub(crate) fn note_renamed(&self, name: Symbol) {
        let mut index = self.impls.borrow_mut();
        index.version += 1;
        index.by_name.note_renamed(name);
    }

    pub(super) fn impls_of_trait(&self, trait_def: DefId) -> Rc<Vec<DefId>> {
        self.answered(
            |index| &mut index.by_trait,
            trait_def,
            |start| {
                let name = self.entry(trait_def).name;
                if self.is_model(trait_def) {
                    self.read_homes(name, model_files::homes_with(name.as_str()));
                }
                self.expand_lazy_impls(|lazy| lazy.of_trait(name, |_| true));
                self.run_derives_named(name);
                let may_fit = |entry: &ImplEntry| entry.could_be_trait(name, trait_def);
                self.extend_answer(start, Some(name), may_fit, |this, entry| {
                    entry.trait_def(this) == Some(trait_def)
                })
            },
        )
    }

    /// Impls of a trait for types with this head, and those for types that are not known yet.
    pub(super) fn impls_of_trait_for(&self, trait_def: DefId, head: TypeHead) -> Rc<Vec<DefId>> {
        let key = (trait_def, head);
        self.answered(
            |index| &mut index.by_trait_and_head,
            key,
            |start| {
                let name = self.entry(trait_def).name;
                let head_name = self.head_name(head);
                let has_path = matches!(head, TypeHead::Def(_));
                if self.is_model(trait_def) && !has_path {
                    self.read_homes(name, model_files::homes_with(name.as_str()));
                }
                let on = SelfType {
                    head,
                    name: head_name,
                };
                self.expand_lazy_impls(|lazy| {
                    lazy.of_trait(name, |names| names.may_be(Some(name), on))
                });
                self.run_derives_of(head_name);
                let may_fit = |entry: &ImplEntry| {
                    entry.could_be_trait(name, trait_def) && entry.could_be_for(on)
                };
                self.extend_answer(start, Some(name), may_fit, |this, entry| {
                    entry.trait_def(this) == Some(trait_def)
                        && entry.head(this).is_none_or(|own| own == head)
                })
            },
        )
    }

    pub(super) fn impls_of_type(&self, head: TypeHead) -> Rc<Vec<DefId>> {
        self.answered(
            |index| &mut index.by_head,
            head,
            |start| {
                let name = self.head_name(head);
                match (head, name) {
                    (TypeHead::Def(_), _) => {}
                    (_, Some(name)) => {
                        self.read_homes(name, model_files::homes_with(name.as_str()))
                    }
                    (_, None) => {
                        let part = home_of(head);
                        self.read_homes(Symbol::new(part), model_files::homes_named(part));
                    }
                }
                let on = SelfType { head, name };
                self.expand_lazy_impls(|lazy| lazy.inherent(|names| names.may_be(None, on)));
                self.run_derives_of(name);
                let may_fit = |entry: &ImplEntry| entry.could_be_inherent(on);
                self.extend_answer(start, None, may_fit, |this, entry| {
                    entry.head(this) == Some(head)
                })
            },
        )
    }

    /// The answer to a question: the one that was given before as far as it goes, and what has come since.
    fn answered<K: Hash + Eq>(
        &self,
        answers: fn(&mut ImplIndex) -> &mut FxHashMap<K, Answer>,
        key: K,
        extend: impl FnOnce(Answer) -> Answer,
    ) -> Rc<Vec<DefId>> {
        let mut index = self.impls.borrow_mut();
        let version = index.version;
        let start = match answers(&mut index).get(&key) {
            Some(known) if known.version == version => return known.found.clone(),
            Some(known) => known.clone(),
            None => Answer::default(),
        };
        drop(index);
        let mut answer = extend(start);
        let mut index = self.impls.borrow_mut();
        // What has come in the meantime may not have been asked yet.
        answer.version = version;
        let found = answer.found.clone();
        answers(&mut index).insert(key, answer);
        found
    }

    /// Adds a macro invocation of a model that gives impls only.
    pub(crate) fn add_lazy_impls(&self, lazy: LazyImpls) {
        let mut index = self.impls.borrow_mut();
        index.version += 1;
        index.lazy.add(lazy);
    }

    /// Adds a derive of a library's type of this name.
    pub(crate) fn add_lazy_derive(&self, name: Symbol, derive: Deferred) {
        let mut index = self.impls.borrow_mut();
        index.version += 1;
        index.derives.entry(name).or_default().push(derive);
    }

    /// Runs the derives of the types of a name.
    fn run_derives_of(&self, name: Option<Symbol>) {
        let waiting = name.and_then(|name| self.impls.borrow_mut().derives.remove(&name));
        if let Some(derives) = waiting {
            parse::expand_derives(self, derives);
        }
    }

    /// Runs the derives of a name: they may give impls of the trait that has it, too.
    fn run_derives_named(&self, name: Symbol) {
        let has_name = |derive: &mut Deferred| derive.derive_name() == Some(name);
        let mut index = self.impls.borrow_mut();
        let waiting = index.derives.values_mut();
        let found: Vec<Deferred> = waiting
            .flat_map(|derives| derives.extract_if(.., has_name))
            .collect();
        drop(index);
        parse::expand_derives(self, found);
    }

    /// Expands the invocations that may give what is wanted, and those that come out of them.
    fn expand_lazy_impls(&self, take_wanted: impl Fn(&mut LazyIndex) -> Option<LazyImpls>) {
        loop {
            let taken = take_wanted(&mut self.impls.borrow_mut().lazy);
            let Some(lazy) = taken else { return };
            parse::expand_lazy(self, lazy);
        }
    }

    /// Expands all invocations that have waited. It is a mistake in a model if one gives impls that its
    /// names have not told of.
    pub(super) fn expand_all_lazy_impls(&self) {
        loop {
            let before = self.definition_count();
            let Some(lazy) = self.impls.borrow_mut().lazy.any() else {
                return;
            };
            let names = lazy.names.clone();
            parse::expand_lazy(self, lazy);
            let new = self.impls.borrow().by_name.since(before);
            for entry in new.iter().filter(|entry| !entry.is_told(self, &names)) {
                let span = self.entry(entry.def).span;
                let ImplHeader {
                    trait_name: of,
                    self_name: on,
                } = entry.header;
                let message =
                    format!("a macro's text does not tell of an impl of {of:?} on {on:?}");
                let mistake = Diagnostic::new(message, span);
                self.model_errors.borrow_mut().push(*mistake);
            }
        }
    }

    /// Considers the impls that have come since an answer was given. Looking at one may bring more.
    fn extend_answer(
        &self,
        mut answer: Answer,
        name: Option<Symbol>,
        may_fit: impl Fn(&ImplEntry) -> bool,
        fits: impl Fn(&Crate, &ImplEntry) -> bool,
    ) -> Answer {
        loop {
            let index = self.impls.borrow();
            let next = index.by_name.after(&mut answer.seen, name, &may_fit);
            drop(index);
            let Some(entry) = next else { return answer };
            if fits(self, &entry) {
                Rc::make_mut(&mut answer.found).push(entry.def);
            }
        }
    }

    pub(crate) fn is_model(&self, def: DefId) -> bool {
        let file = self.entry(def).file;
        self.files.borrow()[file.index()].is_model
    }

    fn head_name(&self, head: TypeHead) -> Option<Symbol> {
        match head {
            TypeHead::Def(def) => Some(self.entry(def).name),
            TypeHead::Primitive(primitive) => Some(Symbol::new(parse::primitive_name(primitive))),
            TypeHead::Slice
            | TypeHead::Array
            | TypeHead::Tuple
            | TypeHead::Ref
            | TypeHead::ConstPtr
            | TypeHead::MutPtr
            | TypeHead::FnPtr => None,
        }
    }

    /// Reads the files that may hold impls of a trait for types that no path leads to, or of such a type.
    fn read_homes(&self, key: Symbol, files: impl Iterator<Item = &'static str>) {
        if self.impls.borrow_mut().homes_read.insert(key) {
            files.for_each(|file| self.enter_model_file(file));
        }
    }
}

/// The part of a model's path that stands for a type without a name.
fn home_of(head: TypeHead) -> &'static str {
    match head {
        TypeHead::Slice => "slice",
        TypeHead::Array => "array",
        TypeHead::Tuple => "tuple",
        TypeHead::Ref => "reference",
        TypeHead::ConstPtr | TypeHead::MutPtr => "ptr",
        TypeHead::FnPtr => "fn_ptr",
        TypeHead::Def(_) | TypeHead::Primitive(_) => "primitive",
    }
}

impl ImplEntry {
    /// Whether it may be of this trait, going by names and by what was found out about it before.
    fn could_be_trait(&self, name: Symbol, trait_def: DefId) -> bool {
        let own = self.header.trait_name;
        let named = own.is_some_and(|own| own == name || !self.is_model);
        let known = self.trait_def.get();
        named && known.is_none_or(|own| *own == Some(trait_def))
    }

    /// Whether it may be for this type, or for those that are not known yet.
    fn could_be_for(&self, on: SelfType) -> bool {
        let own = self.header.self_name;
        let named = !self.is_model || own.is_none() || own == on.name;
        let known = self.head.get().copied().flatten();
        named && known.is_none_or(|own| own == on.head)
    }

    fn could_be_inherent(&self, on: SelfType) -> bool {
        let named = !self.is_model || self.header.self_name == on.name;
        let known = self.head.get();
        named && self.header.trait_name.is_none() && known.is_none_or(|own| *own == Some(on.head))
    }

    /// Whether these names tell of it.
    fn is_told(&self, krate: &Crate, names: &ImplNames) -> bool {
        let Some(head) = self.head(krate) else {
            return true;
        };
        let name = krate.head_name(head);
        names.may_be(self.header.trait_name, SelfType { head, name })
    }

    fn trait_def(&self, krate: &Crate) -> Option<DefId> {
        *self
            .trait_def
            .get_or_init(|| parse::impl_trait(krate, self.def))
    }

    fn head(&self, krate: &Crate) -> Option<TypeHead> {
        *self.head.get_or_init(|| parse::impl_head(krate, self.def))
    }
}
