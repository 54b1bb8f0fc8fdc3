//! Impls by trait and by self type.
//!
//! A model's impl stands in the file of its trait or of its self type, so once a type and a trait can be
//! named, all impls that could join them are known; only the primitives' files have to be read first.

use super::{Crate, model_files};
use crate::hir::{DefId, TypeHead};
use crate::parse;
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// What can be said of an impl by its syntax alone.
#[derive(Clone, Debug)]
pub(crate) struct ImplHeader {
    /// Last segment of the trait's path; `None` for inherent impls.
    pub trait_name: Option<Symbol>,
    /// Last segment of the self type's path, if it is one.
    pub self_name: Option<Symbol>,
}

struct ImplEntry {
    def: DefId,
    header: ImplHeader,
    is_model: bool,
    trait_def: OnceCell<Option<DefId>>,
    head: OnceCell<Option<TypeHead>>,
}

/// Impls found so far, and the answers given from how many of them.
#[derive(Default)]
pub(crate) struct ImplIndex {
    impls: Vec<Rc<ImplEntry>>,
    by_trait: FxHashMap<DefId, Answer>,
    by_head: FxHashMap<TypeHead, Answer>,
    primitives_read: Cell<bool>,
}

#[derive(Clone, Default)]
struct Answer {
    /// How many impls have been considered.
    seen: usize,
    found: Rc<Vec<DefId>>,
}

impl Crate {
    /// Adds an impl to the index.
    pub(crate) fn add_impl(&self, def: DefId, header: ImplHeader, is_model: bool) {
        self.impls.borrow_mut().impls.push(Rc::new(ImplEntry {
            def,
            header,
            is_model,
            trait_def: OnceCell::new(),
            head: OnceCell::new(),
        }));
    }

    pub(super) fn impls_of_trait(&self, trait_def: DefId) -> Rc<Vec<DefId>> {
        if self.is_model(trait_def) {
            self.read_primitives();
        }
        let name = self.entry(trait_def).name;
        let start = self
            .impls
            .borrow()
            .by_trait
            .get(&trait_def)
            .cloned()
            .unwrap_or_default();
        let answer = self.extend_answer(start, |this, entry| {
            entry.could_be_trait(name) && entry.trait_def(this) == Some(trait_def)
        });
        self.impls
            .borrow_mut()
            .by_trait
            .insert(trait_def, answer.clone());
        answer.found
    }

    pub(super) fn impls_of_type(&self, head: TypeHead) -> Rc<Vec<DefId>> {
        if !matches!(head, TypeHead::Def(_)) {
            self.read_primitives();
        }
        let name = self.head_name(head);
        let start = self
            .impls
            .borrow()
            .by_head
            .get(&head)
            .cloned()
            .unwrap_or_default();
        let answer = self.extend_answer(start, |this, entry| {
            entry.could_be_inherent(name) && entry.head(this) == Some(head)
        });
        self.impls.borrow_mut().by_head.insert(head, answer.clone());
        answer.found
    }

    /// Considers the impls that have come since an answer was given. Looking at one may bring more.
    fn extend_answer(
        &self,
        mut answer: Answer,
        fits: impl Fn(&Crate, &ImplEntry) -> bool,
    ) -> Answer {
        loop {
            let next = self.impls.borrow().impls.get(answer.seen).cloned();
            let Some(entry) = next else { return answer };
            answer.seen += 1;
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

    /// Reads the files that hold the impls of primitive types.
    fn read_primitives(&self) {
        if self.impls.borrow().primitives_read.replace(true) {
            return;
        }
        for file in model_files::primitive_files() {
            self.enter_model_file(file);
        }
    }
}

impl ImplEntry {
    fn could_be_trait(&self, name: Symbol) -> bool {
        match self.header.trait_name {
            Some(own) => own == name || !self.is_model,
            None => false,
        }
    }

    fn could_be_inherent(&self, name: Option<Symbol>) -> bool {
        self.header.trait_name.is_none() && (!self.is_model || self.header.self_name == name)
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
