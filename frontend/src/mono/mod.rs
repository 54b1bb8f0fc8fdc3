//! Everything reachable from one entry: a worklist of functions under concrete type arguments, and
//! the tables of layouts, vtables and statics that they name.

mod abi;
pub mod allocator;
pub mod drops;
mod entry;
pub mod layout;
pub mod leaves;
mod merge;
pub mod name;
mod place_text;
mod pointees;
mod scopes;
pub mod signature;
pub mod size;
pub mod statics;
mod unlocks;
mod visibility;
pub mod vtable;

use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefId, Hir};
use crate::infer::Typer;
use crate::ty::{Args, ClosureKey, Ty};
use crate::typed::{BuiltinMethod, Instance};
use layout::{Layouts, Meta, TypeLayout};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::hash::Hasher;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use vscheck_ir::layout::UNWRITTEN;
use vscheck_ir::{CellKind, FuncId, Function, Program, Span, StaticId};

/// More functions than this are a runaway instantiation.
const MAX_FUNCTIONS: usize = 50_000;

/// What a function of the program is made from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FnKey {
    /// A function, or the initializer of a constant or static.
    Instance(Instance),
    /// The constructor of a tuple struct or variant as a function.
    Constructor(DefId, Args),
    /// A closure's body: its captures (by address, or by value for `FnOnce`), then the arguments.
    Closure(ClosureKey),
    /// `Fn*::call*` of a callable type: the receiver as the method takes it, then the arguments. Of a closure that is
    /// used up by the call, though it could be called again, the body.
    Call(Ty, BuiltinMethod),
    /// A closure without captures, as a function pointer.
    Reified(ClosureKey),
    /// Drops what stands at an address: `(address)`, with the length or vtable of an unsized type.
    Drop(Ty),
    /// `Clone::clone` without source.
    Clone(Ty),
    /// A method that is provided for primitives, as a function.
    Builtin(BuiltinMethod, Ty),
    /// `<dyn Trait>::method` as a function.
    Virtual(DefId, Args),
    /// A method that takes `self` by value, called with its address.
    ByAddress(Box<FnKey>, Ty),
    /// `try_call` or (true) `try_thread` of an `FnOnce` type.
    Try {
        /// The intrinsic's instance: arguments are the callable and its result type.
        args: Args,
        /// Whether it is the boundary of a thread.
        boundary: bool,
    },
    /// Computes a promoted constant into its static; by number in [`statics::Statics`].
    Promoted(u32),
    /// Where execution starts.
    Start,
}

/// The program under construction.
pub struct Mono {
    /// The resolved program.
    pub hir: Rc<dyn Hir>,
    /// Answers about types.
    pub typer: Rc<Typer>,
    /// Layouts.
    pub layouts: Layouts,
    /// Statics and literals.
    pub statics: statics::Statics,
    /// What is done so far.
    pub program: Program,
    /// Who asked for a function first, to explain where an error comes from.
    requests: Vec<Option<(FuncId, Span)>>,
    functions: FxHashMap<FnKey, FuncId>,
    /// Library functions by their names, when all of them are known.
    library: OnceCell<visibility::Library>,
    queue: VecDeque<(FuncId, FnKey)>,
    vtables: vtable::Vtables,
    /// Signatures of functions that pointers are made for, and of calls through pointers.
    pub signatures: abi::Signatures,
    needs_drop: FxHashMap<Ty, bool>,
    freeze: FxHashMap<Ty, bool>,
    /// Whether the program brings an allocator of its own, once somebody has asked.
    has_global_allocator: Option<bool>,
    /// Statics whose functions run before `main`.
    pub run_before_main: Vec<Instance>,
    /// The function that is checked.
    pub entry: Option<Instance>,
    /// The intrinsics `try_call` and `try_thread`.
    pub catchers: (Option<DefId>, Option<DefId>),
    borrowed: FxHashMap<Instance, Rc<crate::lower::borrowed::Borrowed>>,
    /// Which constants the value of a constant is made of.
    uses: FxHashMap<Instance, Vec<Instance>>,
    /// Numbers of types, for `TypeId`.
    type_ids: FxHashMap<Ty, u64>,
    /// The function being lowered.
    current: Option<FuncId>,
    places: place_text::Texts,
    /// Set when nobody waits for the program any more.
    pub stop: Arc<AtomicBool>,
}

/// What cells hold that were never written: a number that depends on the program's text, so that its
/// constants are not taken for it. No address, and no narrower number. Those behind it stand for numbers that were
/// written in part.
fn uninitialized(hir: &dyn Hir) -> u64 {
    let files = hir.files();
    let texts = files.iter().filter(|file| !file.is_model);
    let mut hash = rustc_hash::FxHasher::default();
    texts.for_each(|file| hash.write(file.text.as_bytes()));
    let is_address_or_narrow = 1 << 62;
    (hash.finish() | 1 << 63) & !(is_address_or_narrow | (UNWRITTEN - 1))
}

impl Mono {
    /// An empty program.
    pub fn new(typer: Rc<Typer>) -> Mono {
        let typer_hir = typer.hir().clone();
        Mono {
            hir: typer_hir.clone(),
            typer,
            layouts: Layouts::default(),
            statics: statics::Statics::default(),
            program: Program {
                uninit: uninitialized(typer_hir.as_ref()),
                panics_abort: !typer_hir.unwinds(),
                ..Program::default()
            },
            requests: Vec::new(),
            functions: FxHashMap::default(),
            library: OnceCell::new(),
            queue: VecDeque::new(),
            vtables: vtable::Vtables::default(),
            signatures: abi::Signatures::default(),
            needs_drop: FxHashMap::default(),
            freeze: FxHashMap::default(),
            has_global_allocator: None,
            run_before_main: Vec::new(),
            entry: None,
            catchers: (None, None),
            borrowed: FxHashMap::default(),
            uses: FxHashMap::default(),
            type_ids: FxHashMap::default(),
            current: None,
            places: place_text::Texts::default(),
            stop: Arc::default(),
        }
    }

    /// The number of a function; it is lowered later.
    pub fn function(&mut self, key: FnKey, span: Span) -> Result<FuncId> {
        if let Some(&id) = self.functions.get(&key) {
            return Ok(id);
        }
        if let FnKey::Instance(instance) = &key
            && let Some(linked) = self.linked(*instance)?
        {
            let id = self.function(FnKey::Instance(linked), span)?;
            self.functions.insert(key, id);
            return Ok(id);
        }
        let id = FuncId::new(self.program.functions.len());
        if id.index() >= MAX_FUNCTIONS {
            let message = format!(
                "the program instantiates more than {MAX_FUNCTIONS} functions, which is not supported; \
                 a generic function that calls itself with ever new types has no end"
            );
            return Err(Diagnostic::new(message, span));
        }
        self.program.functions.push(Function::default());
        self.requests.push(self.current.map(|from| (from, span)));
        self.functions.insert(key.clone(), id);
        self.queue.push_back((id, key));
        Ok(id)
    }

    /// The exported function that a foreign one is. Its declaration may name other types, of the same cells.
    fn linked(&mut self, declared: Instance) -> Result<Option<Instance>> {
        let Some(def) = self.hir.linked(declared.def) else {
            return Ok(None);
        };
        let linked = Instance {
            def,
            args: Args::empty(),
        };
        let mut cells = |instance: Instance| -> Result<Vec<u32>> {
            let (params, ret) = self.key_sig(&FnKey::Instance(instance))?;
            let all = params.into_iter().chain([ret]);
            all.map(|ty| self.cells(ty)).collect()
        };
        if cells(declared)? == cells(linked)? {
            return Ok(Some(linked));
        }
        let item = self.hir.def(declared.def);
        let what = format!(
            "the foreign function `{}`, which is declared in another way,",
            item.name
        );
        Err(Diagnostic::unsupported(what, item.span))
    }

    /// Lowers everything that has been asked for.
    pub fn drain(&mut self) -> Result<()> {
        loop {
            let Some((id, key)) = self.queue.pop_front() else {
                if self.fill_slots()? {
                    continue;
                }
                break;
            };
            if self.stop.load(Ordering::Relaxed) {
                return Err(Diagnostic::general("nobody waits for it any more"));
            }
            self.current = Some(id);
            let function = crate::lower::function(self, &key);
            let function = function.or_else(|error| self.stop(id, &key, error));
            self.program.functions[id.index()] =
                function.map_err(|error| self.explain(error, self.requests[id.index()]))?;
        }
        self.current = None;
        Ok(())
    }

    /// What stands for a function that is not accepted, where something may: for one that may stop, and for one of
    /// a model that such a one asks for.
    fn stop(&mut self, id: FuncId, key: &FnKey, error: Box<Diagnostic>) -> Result<Function> {
        let FnKey::Instance(instance) = key else {
            return Err(error);
        };
        if self.hir.may_stop(instance.def) || self.asks_who_may_stop(id) {
            return crate::lower::stop(self, *instance, &error).map_err(|_| error);
        }
        Err(error)
    }

    /// Whether what asked for a function, through those of models, is one that may stop.
    fn asks_who_may_stop(&self, id: FuncId) -> bool {
        let next = |&(from, _): &(FuncId, Span)| self.requests[from.index()];
        let mut requests = std::iter::successors(self.requests[id.index()], next);
        let by_whom = requests.find(|(_, span)| !self.hir.is_model_file(span.file));
        by_whom.is_some_and(|(_, span)| self.hir.may_stop_in(span.file))
    }

    /// The number of a reason why a function is not accepted.
    pub fn refuse(&mut self, reason: String) -> u32 {
        let known = &mut self.program.refusals;
        let index = known.iter().position(|one| *one == reason);
        let index = index.unwrap_or_else(|| {
            known.push(reason);
            known.len() - 1
        });
        index as u32 + 1
    }

    /// Says which call of the user's leads to an error in a model, or in what else was asked for.
    fn explain(
        &self,
        mut error: Box<Diagnostic>,
        mut request: Option<(FuncId, Span)>,
    ) -> Box<Diagnostic> {
        if error.span.is_none() {
            error.span = request.map(|(_, span)| span);
        }
        if error.span.is_some_and(|span| self.is_user(span)) {
            return error;
        }
        while let Some((from, span)) = request {
            if self.is_user(span) {
                let inner = error.span.replace(span);
                if inner.is_some_and(|span| span != Span::default()) {
                    error
                        .notes
                        .push(("needed in a library model".to_string(), inner));
                }
                break;
            }
            request = self.requests[from.index()];
        }
        error
    }

    /// Whether a function that is marked with this language item is reached.
    pub fn has_lang_function(&self, name: &str) -> bool {
        self.functions.keys().any(|key| match key {
            FnKey::Instance(instance) => {
                let lang = self.hir.def(instance.def).attrs.lang;
                lang.is_some_and(|lang| lang.as_str() == name)
            }
            _ => false,
        })
    }

    /// Which functions are marked `#[inline]`.
    pub fn marked(&self) -> Vec<bool> {
        let mut marked = vec![false; self.program.functions.len()];
        for (key, id) in &self.functions {
            marked[id.index()] = match key {
                FnKey::Instance(instance) => self.hir.def(instance.def).attrs.inline,
                FnKey::Drop(_) => true,
                FnKey::Call(ty, method) => {
                    let body = self.body_of_last_call(*ty, *method);
                    body.is_ok_and(|body| body.is_none())
                }
                _ => false,
            };
        }
        marked
    }

    /// The layout of a type.
    pub fn layout(&mut self, ty: Ty) -> Result<Rc<TypeLayout>> {
        let typer = self.typer.clone();
        self.layouts.layout(&typer, ty)
    }

    /// How many cells a value of a type takes.
    pub fn cells(&mut self, ty: Ty) -> Result<u32> {
        Ok(self.layout(ty)?.cells)
    }

    /// What a pointer to a type carries.
    pub fn meta(&mut self, ty: Ty) -> Result<Meta> {
        let typer = self.typer.clone();
        self.layouts.meta(&typer, ty)
    }

    /// Where a local of a body must live in memory, because something borrows it.
    pub fn borrowed(
        &mut self,
        body: &crate::hir::Body,
        typed: &crate::typed::TypedBody,
    ) -> Rc<crate::lower::borrowed::Borrowed> {
        let known = self.borrowed.entry(typed.instance);
        known
            .or_insert_with(|| Rc::new(crate::lower::borrowed::find(body, typed)))
            .clone()
    }

    /// Remembers locals that turned out to need an address.
    pub fn note_borrowed(&mut self, instance: Instance, more: &[crate::hir::LocalId]) {
        if let Some(known) = self.borrowed.get_mut(&instance) {
            let mut wider = (**known).clone();
            more.iter()
                .for_each(|local| wider.memory.insert(local.index()));
            *known = Rc::new(wider);
        }
    }

    /// Notes that the value of one constant is made of another's.
    pub fn note_use(&mut self, user: Instance, used: Instance, span: Span) -> Result<()> {
        let mut work = vec![used];
        let mut seen = FxHashSet::default();
        while let Some(next) = work.pop() {
            if next == user {
                let name = self.hir.def(user.def).name;
                let message = format!("the value of the constant `{name}` depends on itself");
                return Err(Diagnostic::new(message, span));
            }
            if seen.insert(next) {
                work.extend(self.uses.get(&next).into_iter().flatten());
            }
        }
        self.uses.entry(user).or_default().push(used);
        Ok(())
    }

    /// A number that stands for a type.
    pub fn type_id(&mut self, ty: Ty) -> u64 {
        let next = self.type_ids.len() as u64 + 1;
        *self.type_ids.entry(ty).or_insert(next)
    }

    /// The source text at a span, on one line.
    pub fn text(&mut self, span: Span) -> Option<String> {
        let hir = self.hir.clone();
        self.places.text(&*hir, span)
    }

    /// Whether a span is in the user's code.
    pub fn is_user(&self, span: Span) -> bool {
        self.hir.user_text(span.file).is_some()
    }

    /// The static of a string or byte literal.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<StaticId> {
        if let Some(known) = self.statics.literal(bytes) {
            return Ok(known);
        }
        let layout = self.layout(crate::ty::Ty::new(crate::ty::TyKind::Int(
            crate::ty::IntTy::U8,
        )))?;
        let id = self.add_static(vscheck_ir::program::Static {
            name: String::new(),
            layout: layout.id,
            count: bytes.len() as u32,
            cells: bytes.iter().map(|&byte| byte.into()).collect(),
            thread_local: false,
            mutable: false,
            span: Span::default(),
        });
        self.statics.set_literal(bytes, id);
        Ok(id)
    }

    /// Adds a static.
    pub fn add_static(&mut self, global: vscheck_ir::program::Static) -> StaticId {
        self.program.statics.push(global);
        StaticId::new(self.program.statics.len() - 1)
    }
}

/// The kinds of a layout's cells.
pub fn kinds(layout: &TypeLayout) -> Vec<CellKind> {
    layout.kinds().collect()
}
